import { expect, it } from "vitest";
import { createMemoryFileStore, createMemoryStore } from "../../src/app.js";
import { kindsWith } from "../store/contract/data.js";
import { everyScope, runCanaries } from "./canary-run.js";

it("finds no canary of erased data in memory", async () => {
  const store = createMemoryStore();
  const place = { store, fileStore: createMemoryFileStore(), placesWith: (mark: string) => kindsWith(store, mark) };
  expect(await runCanaries(place)).toEqual(everyScope);
});
