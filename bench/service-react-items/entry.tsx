/** The public list over items that are at hand: how long opening takes without a network and a log. */
import { ServiceProvider, TimelineView } from "@service/react";
import { buildTimeline, groupTimeline } from "@service/react/session";
import "@service/react/styles.css";
import { createRoot } from "react-dom/client";
import { historyLog } from "../service-react/log.mjs";
import type { HistoryMessage } from "../service-react/replay-fetch.js";

export { dom } from "../service-react/dom.js";

export function prepare(history: readonly HistoryMessage[]) {
  return groupTimeline(buildTimeline(historyLog(history, Date.UTC(2026, 0, 5, 9, 0, 0))));
}

export function mount(root: HTMLElement, { prepared }: { readonly prepared: ReturnType<typeof prepare> }) {
  createRoot(root).render(
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
      <TimelineView timeline={{ settled: prepared, live: [] }} />
    </ServiceProvider>,
  );
  return { send() {} };
}
