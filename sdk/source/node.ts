export * from "../../src/entries/node.js";
