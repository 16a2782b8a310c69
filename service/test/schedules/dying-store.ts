import type { Store } from "../../src/app.js";

export type Moment = "before" | "after";

/**
 * A store as a process sees it that dies before or after its nth write: from then on no call of it has an effect or an
 * end. Writes count once it is armed.
 */
export function dying(store: Store, at: number, moment: Moment) {
  let writes = 0;
  let isArmed = false;
  let isDead = false;
  const never = new Promise<never>(() => undefined);
  const handler: ProxyHandler<Store> = {
    get(target, name) {
      const method = target[name as keyof Store] as (...args: unknown[]) => unknown;
      if (typeof method !== "function" || String(name).startsWith("watch")) return method;
      return async (...args: unknown[]) => {
        if (isDead) return never;
        const isWrite = /^(?:change|create|append|claim|release|delete)/.test(String(name));
        if (!isWrite || !isArmed) return method.apply(target, args);
        writes += 1;
        if (writes === at && moment === "before") isDead = true;
        if (isDead) return never;
        const result = await method.apply(target, args);
        if (writes === at) isDead = true;
        return isDead ? never : result;
      };
    },
  };
  return { store: new Proxy(store, handler), wasReached: () => isDead, arm: () => (isArmed = true) };
}
