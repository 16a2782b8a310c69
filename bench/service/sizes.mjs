/**
 * Pages that usual reads and writes touch with 100, 10,000 and 100,000 sessions of others, and a log of 1,000, 100,000 and
 * 1,000,000 events: `node bench/service/sizes.mjs`.
 */
import { printRows } from "./print-rows.mjs";

await printRows("sizes-child", "pages");
