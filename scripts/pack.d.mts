/** Packs the packages into `folder`; gives the path of each tarball by package name. */
export function packAll(
  folder: string,
): Readonly<Record<"@service/react" | "@service/sdk" | "@service/embedded", string>>;
