/**
 * Measures how many events one and three processes append a second: directly, and behind a relay that adds 5 ms to each
 * round trip to the database. Also measures an append's transactions, lock waits and CPU: `node bench/service/relay.mjs`.
 */
import { bundle } from "./bundle.mjs";
import { printRows } from "./print-rows.mjs";

await printRows("relay-child", "value", [await bundle("writer-child")]);
