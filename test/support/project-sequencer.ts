import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Vitest keeps this option from a sequencer that is not its own. */
const isShuffled = process.argv.includes("--sequence.shuffle.files");

/**
 * Files that take long for their size. Vitest begins with the files that took longest before, but a fresh clone has no
 * such record: there it takes the largest for the longest, and these would run last, while the other worker idles.
 */
export const longFiles: readonly string[] = [
  "test/journeys/identity.test.ts",
  "test/journeys/conversation-chat.test.ts",
  "test/journeys/conversation-session.test.ts",
  "test/journeys/ai-sdk-6.test.ts",
  "test/journeys/ai-sdk-7.test.ts",
  "test/journeys/restart.test.ts",
  "test/journeys/change-of-doors.test.ts",
  "test/package/newcomer-next.test.ts",
  "test/package/newcomer-vite.test.ts",
  "test/package/packages.test.ts",
  "test/package/init.test.ts",
  "test/components/quiet-render.test.tsx",
  "test/components/translated-page.test.tsx",
  "test/components/typed-at-once.test.tsx",
  "test/contract/conversation-session.test.ts",
  "test/contract/conversation-made-up.test.ts",
  "test/contract/conversation-chat.test.ts",
  "test/api/resumption-every-byte.test.ts",
  "test/render/server.test.ts",
  "test/lint/troubleshooting.test.ts",
  "service/test/operate/walk.test.ts",
  "service/test/postgres/chaos.test.ts",
  "service/test/postgres/store.test.ts",
  "service/test/postgres/families.test.ts",
  "service/test/postgres/kills.test.ts",
];

/**
 * Orders the files of a run by project, in the order of the configuration, and the longest first within each; with
 * `--sequence.shuffle.files` in an order that `--sequence.seed` draws. A worker of a project without isolation is used
 * again only when the next file belongs to the same project.
 */
export class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest's, not of an array
    const sorted = isShuffled ? shuffled(files, seed) : await super.sort(files);
    const order = this.ctx.projects.map(({ name }) => name);
    const isShort = ({ moduleId }: TestSpecification) =>
      Number(!longFiles.some((file) => moduleId.endsWith(`/${file}`)));
    return sorted.toSorted(
      (a, b) =>
        order.indexOf(a.project.name) - order.indexOf(b.project.name) || (isShuffled ? 0 : isShort(a) - isShort(b)),
    );
  }
}

function shuffled(files: readonly TestSpecification[], seed: number): TestSpecification[] {
  const place = ({ moduleId }: TestSpecification) => createHash("sha256").update(`${seed} ${moduleId}`).digest("hex");
  return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
