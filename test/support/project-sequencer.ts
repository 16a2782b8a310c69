import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Vitest keeps this option from a sequencer that is not its own. */
const isShuffled = process.argv.includes("--sequence.shuffle.files");

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
    return sorted.toSorted((a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name));
  }
}

function shuffled(files: readonly TestSpecification[], seed: number): TestSpecification[] {
  const place = ({ moduleId }: TestSpecification) => createHash("sha256").update(`${seed} ${moduleId}`).digest("hex");
  return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
