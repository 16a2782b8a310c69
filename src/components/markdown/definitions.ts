import { createContext } from "react";
import type { Definition } from "../../markdown/nodes.js";

/** Targets of labels. Words in brackets subscribe, as a definition may follow long after them. */
export interface Definitions {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: (label: string) => Definition | undefined;
}

export const DefinitionsContext = createContext<Definitions>({ subscribe: () => () => {}, get: () => undefined });
