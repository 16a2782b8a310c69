import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { englishOf } from "../../src/strings/readers-english.js";
import { agentMessage, userMessage } from "./row-items.js";

const view = (
  <TimelineView
    timeline={[userMessage("Hello", { occurredAt: "2026-05-11T23:30:00Z" }), agentMessage("Good morning")]}
  />
);

describe("days and times on a page that a server made", () => {
  it("are omitted by the server, which lacks the reader's zone, and appear after hydration", async () => {
    const recovered = vi.fn<(error: unknown) => void>();
    const container = document.createElement("div");
    container.innerHTML = renderToString(view);
    expect(container).toHaveTextContent("Good morning");
    expect(container.querySelector("time")).toBeNull();
    expect(container.querySelector("article")).toHaveAttribute("aria-label", "You");
    document.body.append(container);
    const root = await act(async () => hydrateRoot(container, view, { onRecoverableError: recovered }));
    expect(container.querySelectorAll("article time")).toHaveLength(2);
    expect(container.querySelector("article")?.getAttribute("aria-label")).toMatch(/^You, \d/);
    expect(recovered).not.toHaveBeenCalled();
    act(() => root.unmount());
    container.remove();
  });
});

describe("times beside English strings", () => {
  it.each([
    ["de", "en-DE"],
    ["pt-BR", "en-BR"],
    ["zh-Hant-TW", "en-TW"],
    ["C", "en"],
  ])("are those of English in the region of a reader of %s", (readers, locale) => {
    expect(englishOf(readers)).toBe(locale);
  });

  it.each(["en-US", "en-GB", "en"])("are the reader's own in %s", (readers) => {
    expect(englishOf(readers)).toBeUndefined();
  });
});
