/** `npm start`: installs, builds, and runs the embedded service and the example host (`serve.mjs`). */
import { build, checkFolder, checkNode, installPackages } from "./prepare.mjs";

checkNode();
checkFolder();
installPackages();
console.log("Building …");
build();
await import("./serve.mjs");
