export * from "../../src/entries/chat.js";
