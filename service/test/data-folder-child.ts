/** Opens the data folder that its argument names, reports that on standard output, and runs until it is killed. */
import { writeSync } from "node:fs";
import { openDataFolder } from "../src/data-folder.js";

await openDataFolder(process.argv[2] ?? "");
writeSync(1, "open\n");
setInterval(() => undefined, 60_000);
