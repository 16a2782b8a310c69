export * from "../../src/entries/session.js";
