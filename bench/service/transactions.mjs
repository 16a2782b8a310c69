/**
 * How many transactions a small turn costs with 1, 2, 4 and 6 services on one PostgreSQL database, and how many silent
 * streams cost: `node bench/service/transactions.mjs`. Counts do not depend on the machine's speed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundle } from "./bundle.mjs";

const child = spawn(process.execPath, [await bundle("transactions-child")], { stdio: ["ignore", "pipe", "inherit"] });
const rows = {};
createInterface(child.stdout).on("line", (line) => {
  const { row, value } = JSON.parse(line);
  rows[row] = { transactions: Math.round(value * 10) / 10 };
});
const [code] = await once(child, "close");
if (code !== 0) process.exit(1);
console.table(rows);
