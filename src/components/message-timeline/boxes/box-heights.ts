import type { Box } from "./cut-boxes.js";
import { estimateHeight } from "./shown-size.js";

/** How high the rows of a box are: as they were when they were drawn, else as those that were drawn let one think. */
export interface BoxHeights {
  readonly setWidth: (width: number) => void;
  readonly learn: (box: Box, height: number) => void;
  /** Height of all these boxes together (CSS pixels). */
  readonly of: (boxes: readonly Box[]) => number;
}

/** More boxes than any timeline has loaded; a dropped one is measured again. */
const limit = 4_096;

export function createBoxHeights(): BoxHeights {
  const measured = new Map<number, number>();
  let width = 700;
  /** How much higher rows are than was thought, by the box that was measured last. */
  let scale = 1;
  const heightOf = ({ id, members }: Box) => measured.get(id) ?? Math.round(estimateHeight(members, width) * scale);
  return {
    setWidth(given) {
      if (given > 0) width = given;
    },
    learn(box, height) {
      const thought = estimateHeight(box.members, width);
      if (height === 0 || thought === 0) return;
      measured.set(box.id, height);
      scale = Math.min(2, Math.max(0.5, height / thought));
      const [oldest] = measured.keys();
      if (measured.size > limit && oldest !== undefined) measured.delete(oldest);
    },
    of: (boxes) => boxes.reduce((sum, box) => sum + heightOf(box), 0),
  };
}
