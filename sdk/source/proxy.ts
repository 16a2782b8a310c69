export * from "../../src/entries/proxy.js";
