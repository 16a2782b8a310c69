/**
 * How many transactions a small turn costs with 1, 2, 4 and 6 services on one PostgreSQL database, and how many silent
 * streams cost: `node bench/service/transactions.mjs`. Counts do not depend on the machine's speed.
 */
import { printRows } from "./print-rows.mjs";

await printRows("transactions-child", "transactions");
