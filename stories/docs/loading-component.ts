import * as kit from "@service/react";
import { SessionQueuePanel } from "../../src/components/queue-panel/queue-panel.js";

/** Components whose props are a union, which has no table: the part that loads data has. */
const parts: Readonly<Record<string, unknown>> = { QueuePanel: SessionQueuePanel };

/** The public component of a page, as its table of props describes it. */
export const loadingComponent = (page: string): unknown =>
  parts[page] ?? (kit as Readonly<Record<string, unknown>>)[page];
