import { expect, it } from "vitest";
import { runChaos } from "../chaos/run.js";

/** 10 in `npm test`; `npm run test:soak:chaos` takes 200. */
const faults = Number(process.env["CHAOS_FAULTS"] ?? 10);
const isLong = faults > 10;
const seed = Number(process.env["TEST_SEED"] ?? 20_260_101);

it(`keeps every accepted message, file and event through ${faults} faults`, { timeout: 7_200_000 }, async () => {
  const size = isLong ? { services: 3, people: 4, longestMs: 9_000 } : { services: 2, people: 3, longestMs: 3_500 };
  const report = await runChaos({ seed, faults, ...size });
  const { story, ...figures } = report;
  if (isLong || report.broken.length > 0) console.log({ seed, ...figures });
  if (report.broken.length > 0) console.log(story.slice(-40).join("\n"));
  expect(report.broken).toEqual([]);
  expect(report.counts.files).toBeGreaterThan(0);
});
