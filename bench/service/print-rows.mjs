/** Runs a program of this folder in a process of its own and prints a table of the rows that it measures. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundle } from "./bundle.mjs";

/**
 * @param name of the program; it prints JSON lines with `row` and `value`, a number or one for each column.
 * @param column title of the values
 * @param args of the program
 */
export async function printRows(name, column, args = []) {
  const child = spawn(process.execPath, [await bundle(name), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const rows = {};
  createInterface(child.stdout).on("line", (line) => {
    const { row, value } = JSON.parse(line);
    rows[row] = typeof value === "object" ? value : { [column]: Math.round(value * 100) / 100 };
  });
  const [code] = await once(child, "close");
  if (code !== 0) process.exit(1);
  console.table(rows);
}
