import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Orders the files of a run by project, in the order of the configuration, and the longest first within each. A worker
 * of a project without isolation is used again only when the next file belongs to the same project.
 */
export class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest's, not of an array
    const sorted = await super.sort(files);
    const order = this.ctx.projects.map(({ name }) => name);
    return sorted.toSorted((a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name));
  }
}
