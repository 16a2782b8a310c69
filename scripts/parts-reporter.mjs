/**
 * A reporter for Vitest that writes the result of each project to `TEST_PARTS_FILE`: several parts of `npm test` share one
 * run, so that no core idles behind the last file of a part.
 */
import { writeFileSync } from "node:fs";

/** @param modules the test modules of a run, of all its projects @returns the result of each project, by its name */
export function summarize(modules) {
  const parts = {};
  for (const module of modules) {
    // Vitest names a project that runs in a browser "stories (chromium)".
    const name = module.project.name.replace(/ \(.*\)$/, "");
    const part = (parts[name] ??= { passed: 0, failed: 0, skipped: 0, failures: [], files: [] });
    const file = module.relativeModuleId;
    const { duration, collectDuration, setupDuration, environmentSetupDuration, prepareDuration } = module.diagnostic();
    // Files that share a process each report the start of its page, which was made once.
    const environment = module.project.config.isolate ? environmentSetupDuration : 0;
    const ms = duration + collectDuration + setupDuration + environment + prepareDuration;
    part.files.push({ file, part: name, seconds: ms / 1_000 });
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      part[state === "passed" || state === "failed" ? state : "skipped"] += 1;
      if (state === "failed") part.failures.push(`${file} > ${test.fullName}\n${errors.map(words).join("\n")}`);
    }
    // An error outside of the tests of a file, such as one of its import.
    for (const error of module.errors()) {
      part.failed += 1;
      part.failures.push(`${file}\n${words(error)}`);
    }
  }
  return parts;
}

const words = (error) => error.stack ?? error.message;

export default class PartsReporter {
  onTestRunEnd(modules) {
    writeFileSync(process.env.TEST_PARTS_FILE, JSON.stringify(summarize(modules)));
  }
}
