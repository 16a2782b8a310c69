/** Runs a query and returns its rows. */
type Ask = (sql: string) => Promise<readonly unknown[]>;

/** The tables of a database whose rows have the text in any column, as text or as bytes. Reads the schema. */
export async function tablesWith(ask: Ask, mark: string): Promise<string[]> {
  const hex = Buffer.from(mark).toString("hex");
  const tables = (await ask(
    "select table_name from information_schema.tables where table_schema = 'public' order by table_name",
  )) as readonly { readonly table_name: string }[];
  const found: string[] = [];
  for (const { table_name: name } of tables) {
    const has = `position('${mark}' in t::text) > 0 or position('${hex}' in t::text) > 0`;
    const [row] = (await ask(`select count(*)::int as rows from "${name}" as t where ${has}`)) as readonly {
      readonly rows: number;
    }[];
    if (row!.rows > 0) found.push(name);
  }
  return found;
}
