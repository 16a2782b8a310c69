import { createContext } from "react";
import type { Definition } from "../../markdown/nodes.js";

/** What labels lead to. Words in brackets listen, as a definition may come long after them. */
export interface Definitions {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: (label: string) => Definition | undefined;
}

export const DefinitionsContext = createContext<Definitions>({ subscribe: () => () => {}, get: () => undefined });
