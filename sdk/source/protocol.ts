export * from "../../src/entries/protocol.js";
