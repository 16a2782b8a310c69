import type { Store } from "./store.js";
export function createMemoryStore(): Store {
  throw new Error("not there yet");
}
