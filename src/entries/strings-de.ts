export { german } from "../strings/de/german.js";
export type { CompleteMessages } from "../strings/catalogue.js";
