/** One id for one key, so that a creation that is sent again makes nothing new. @param hash SHA-256 in hex. */
export async function keyedId(hash: (text: string) => Promise<string>, key: readonly unknown[]): Promise<string> {
  return (await hash(JSON.stringify(key))).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
