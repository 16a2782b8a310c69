/** Whether a file is of a kind that an `accept` attribute lets through; without one every file is. */
export function accepts(accept: string | undefined, file: Pick<File, "name" | "type">): boolean {
  const kinds = (accept ?? "").split(",").map((kind) => kind.trim().toLowerCase());
  const [name, type] = [file.name.toLowerCase(), file.type.toLowerCase()];
  const wanted = kinds.filter((kind) => kind !== "");
  return (
    wanted.length === 0 ||
    wanted.some((kind) => {
      if (kind.startsWith(".")) return name.endsWith(kind);
      return kind.endsWith("/*") ? type.startsWith(kind.slice(0, -1)) : type === kind;
    })
  );
}
