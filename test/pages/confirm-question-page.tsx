import { ServiceProvider, SessionListView, type SessionListViewProps } from "@service/react";
import { german } from "@service/react/strings/de";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/** A page with twelve sessions in a side bar of 260 px that scrolls. */
interface ConfirmQuestionPage {
  show(language: "en" | "de"): void;
}

declare global {
  interface Window {
    sideBar: ConfirmQuestionPage;
  }
}

type Row = SessionListViewProps["sessions"][number];
function row(title: string): Row {
  const updatedAt = "2026-05-12T09:30:00.000Z";
  const record = { id: title, title, initialMessage: title, status: "idle", createdAt: updatedAt, updatedAt };
  return {
    sessionId: title,
    title,
    firstMessage: title,
    status: "idle",
    isArchived: false,
    isPinned: false,
    updatedAt,
    record: record as unknown as Row["record"],
  };
}

const rows = Array.from({ length: 12 }, (_, index) => row(`Plan ${index + 1}`));

function SideBar(): ReactNode {
  return (
    <div id="bar" style={{ blockSize: "320px", inlineSize: "260px", overflow: "auto" }}>
      <SessionListView sessions={rows} onOpen={() => undefined} onDelete={async () => undefined} />
    </div>
  );
}

const root = createRoot(document.querySelector("#root") as Element);

window.sideBar = {
  show(language) {
    const words = language === "de" ? { locale: "de", strings: german } : { locale: "en" };
    flushSync(() =>
      root.render(
        <ServiceProvider identity={null} {...words}>
          <SideBar />
        </ServiceProvider>,
      ),
    );
  },
};
