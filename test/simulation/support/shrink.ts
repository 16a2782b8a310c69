/** Makes a plan that breaks a rule smaller, for as long as it still breaks one. */
import type { Plan } from "./plan.js";

export async function shrink(plan: Plan, isBroken: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let least = plan;
  const tryIt = async (smaller: Plan) => {
    if (!(await isBroken(smaller))) return false;
    least = smaller;
    return true;
  };
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (let length = Math.ceil(least.steps.length / 2); length > 0; length = length > 1 ? Math.ceil(length / 2) : 0) {
      for (let at = least.steps.length - length; at >= 0; at -= length) {
        const steps = least.steps.toSpliced(at, length);
        if (await tryIt({ ...least, steps })) isSmaller = true;
      }
    }
    if (least.lag > 0 && (await tryIt({ ...least, lag: 0 }))) isSmaller = true;
    // The last tab takes no step along: those are left out with it, or keep it.
    const isUsed = least.steps.some(({ step }) => "tab" in step && step.tab >= least.tabs.length - 1);
    if (!isUsed && least.tabs.length > 1 && (await tryIt({ ...least, tabs: least.tabs.slice(0, -1) })))
      isSmaller = true;
  }
  return least;
}
