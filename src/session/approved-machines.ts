/** Machines that a person approved on this page, until the list of the service has them. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Enrollment, MachineFacts } from "../wire/protocol/machines.js";

/** A machine that was approved on this page. */
export interface ApprovedMachine extends MachineFacts {
  /** The code that was approved. */
  readonly code: string;
  /** Its id, once it is in the list. */
  readonly id: string | null;
  /** `late`: it has not connected within half a minute. */
  readonly state: "connecting" | "late" | "connected";
}

interface Approved extends ApprovedMachine {
  readonly since: number;
  /**
   * Machines that the list had before: one of these may have the same name and folder. Null while that is unknown: the
   * next list that is read counts, as a machine takes seconds to connect.
   */
  readonly before: ReadonlySet<string> | null;
}

export interface ApprovedMachines {
  readonly store: StoreApi<readonly ApprovedMachine[]>;
  /** @param before the list before the approval; null where it could not be read */
  readonly add: (code: string, facts: MachineFacts, before: readonly Enrollment[] | null, now: number) => void;
  /** Compares the approved machines with a list that was just read. */
  readonly settle: (listed: readonly Enrollment[], now: number) => void;
}

/** From here on a machine is late (ms). */
const patienceMs = 30_000;
/** A code that was not used within this time has expired (ms). */
const lifetimeMs = 600_000;

export function createApprovedMachines(): ApprovedMachines {
  const store = createStore<readonly Approved[]>()(() => []);
  const keep = (all: readonly Approved[]) => store.setState(all, true);
  return {
    store,
    add(code, { name, folder, abilities }, listed, since) {
      const before = listed && idsOf(listed);
      const others = store.getState().filter((one) => one.code !== code);
      keep([{ code, name, folder, abilities, id: null, state: "connecting", since, before }, ...others]);
    },
    settle(listed, now) {
      const all = store.getState();
      const next = all
        // One that was removed from the list is not awaited again.
        .filter(({ id }) => id === null || listed.some((one) => one.id === id))
        .map((one) => {
          const before = one.before ?? idsOf(listed);
          const { id, state } = settled(one, before, listed, now);
          const isSame = state === one.state && id === one.id && before === one.before;
          return isSame ? one : { ...one, before, id, state };
        })
        .filter(({ state, since }) => state !== "late" || now - since < lifetimeMs);
      if (next.length !== all.length || next.some((one, index) => one !== all[index])) keep(next);
    },
  };
}

const idsOf = (listed: readonly Enrollment[]): ReadonlySet<string> => new Set(listed.map(({ id }) => id));

function settled(
  one: Approved,
  before: ReadonlySet<string>,
  listed: readonly Enrollment[],
  now: number,
): Pick<ApprovedMachine, "id" | "state"> {
  if (one.state === "connected") return one;
  const { name, folder, since } = one;
  const machine = listed.find((other) => other.name === name && other.folder === folder && !before.has(other.id));
  const id = machine?.id ?? null;
  if (machine?.state === "connected" || (machine !== undefined && machine.lastSeenAt !== null))
    return { id, state: "connected" };
  return { id, state: now - since < patienceMs ? "connecting" : "late" };
}
