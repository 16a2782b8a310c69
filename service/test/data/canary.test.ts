import { expect, it } from "vitest";
import { createMemoryFileStore, createMemoryStore } from "../../src/app.js";
import { kindsWith } from "../store/contract/data.js";
import { runRaces } from "./canary-races.js";
import { everyScope, runCanaries } from "./canary-run.js";

it("finds no canary of erased data in memory", async () => {
  const store = createMemoryStore();
  const place = { store, fileStore: createMemoryFileStore(), placesWith: (mark: string) => kindsWith(store, mark) };
  expect(await runCanaries(place)).toEqual(everyScope);
});

it("leaves nothing of a scope that is erased while its producers, turns and requests run, in memory", async () => {
  expect(
    await runRaces(async () => {
      const store = createMemoryStore();
      return { store, fileStore: createMemoryFileStore(), placesWith: (mark) => kindsWith(store, mark) };
    }, 40),
  ).toBe(40);
});
