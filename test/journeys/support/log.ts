import { ServiceClient, type SessionEvent } from "@service/sdk";
import type { Page } from "playwright";
import { expect } from "vitest";
import type { ConversationPage } from "./conversation-page.js";

/** A session's log, read through the public client and projected by this file, never by the kit's fold. */
interface ServiceAddress {
  readonly url: string;
  readonly apiKey: string;
}

interface Place {
  readonly workspaceId: string;
  readonly sessionId: string;
}

interface Line {
  readonly role: "user" | "agent";
  readonly text: string;
}

/** Letters and digits alone: what a page and its markdown source have in common. */
const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** Removes the parts of markdown that are not shown as text: link targets, list numbers, task marks, languages. */
const unmarked = (markdown: string): string =>
  markdown
    .replaceAll(/\]\([^)\s]*\)/g, "]")
    .replaceAll(/^\s*\d+\. /gm, "")
    .replaceAll(/^(\s*[-*] )\[[ x]\] /gm, "$1")
    .replaceAll(/^```\w*$/gm, "");

const textOf = (event: SessionEvent): string => (event.payload as { text: string }).text;

/** Asks the product, as the signed-in person, which session a conversation is. */
export async function placeOf(page: Page, conversation: string): Promise<Place> {
  return page.evaluate(async (id) => {
    const answer = await fetch("/api/chat", { headers: { "x-service-conversation": id } });
    const { workspaceId, sessionId } = (await answer.json()) as Place;
    return { workspaceId, sessionId };
  }, conversation);
}

export async function readLog(service: ServiceAddress, place: Place): Promise<readonly SessionEvent[]> {
  const client = new ServiceClient({ baseUrl: service.url, apiKey: service.apiKey, workspaceId: place.workspaceId });
  const events: SessionEvent[] = [];
  for (;;) {
    const page = await client.listEvents({ sessionId: place.sessionId }, { after: events.length, limit: 500 });
    events.push(...page.events);
    if (!page.hasMore) return events;
  }
}

interface Draft extends Line {
  readonly turnId: string | null | undefined;
  readonly isOpen: boolean;
}

/** A segment of an answer grows by its deltas, is closed by a tool, and is completed by the text it begins. */
function answerLines(lines: readonly Draft[], event: SessionEvent): readonly Draft[] {
  const { turnId } = event;
  const index = lines.findLastIndex((line) => line.turnId === turnId && line.role === "agent");
  const last = lines[index];
  const put = (text: string, isOpen: boolean) => lines.with(index, { role: "agent", turnId, text, isOpen });
  const add = (text: string, isOpen: boolean) => [...lines, { role: "agent" as const, turnId, text, isOpen }];
  if (event.type === "agent.toolCall.created") return last ? put(last.text, false) : lines;
  const text = textOf(event);
  if (event.type === "agent.message.delta") return last?.isOpen ? put(last.text + text, true) : add(text, true);
  if (last && text.startsWith(last.text)) return put(text, false);
  return last?.text === text ? lines : add(text, false);
}

const answering = new Set(["agent.message.delta", "agent.message.completed", "agent.toolCall.created"]);

/** A message appears where its turn starts; an answer's segments are the streamed text, or the completed one. */
export function linesOf(events: readonly SessionEvent[]): readonly Line[] {
  const messages = new Map(
    events.filter(({ type }) => type === "user.message").map((event) => [event.id, textOf(event)]),
  );
  const waiting = new Map<string, string>();
  let lines: readonly Draft[] = [];
  for (const event of events) {
    const { turnId = "", triggerEventId = "" } = event.payload as { turnId?: string; triggerEventId?: string };
    const said = waiting.get(event.turnId ?? "");
    if (event.type === "turn.queued") waiting.set(turnId, messages.get(triggerEventId) ?? "");
    if (event.type === "turn.started" && said !== undefined) {
      lines = [...lines, { role: "user", text: said, turnId: null, isOpen: false }];
      waiting.delete(event.turnId ?? "");
    }
    if (answering.has(event.type)) lines = answerLines(lines, event);
  }
  return lines
    .map(({ role, text }) => ({ role, text: letters(role === "agent" ? unmarked(text) : text) }))
    .filter(({ text }) => text !== "");
}

async function linesOnPage(conversation: ConversationPage): Promise<readonly Line[]> {
  const putBack = await conversation.bringNear();
  await conversation.unfold();
  const rows = await conversation.rows().evaluateAll((elements) =>
    elements.map((element) => {
      const body = element.querySelector(".sv-bubble, .sv-markdown");
      const walker = document.createTreeWalker(body ?? document.createElement("p"), NodeFilter.SHOW_TEXT);
      let text = "";
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!parent?.closest(".sv-visually-hidden, .sv-code-bar")) text += walker.currentNode.textContent;
      }
      return { role: element.getAttribute("data-role") === "user" ? ("user" as const) : ("agent" as const), text };
    }),
  );
  await putBack();
  return rows.map(({ role, text }) => ({ role, text: letters(text) }));
}

/** The text on the page is the text of the log: nothing lost, nothing twice, in order. */
export async function expectPageTellsTheLog(
  conversation: ConversationPage,
  service: ServiceAddress,
  place: Place,
): Promise<readonly SessionEvent[]> {
  const events = await readLog(service, place);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(await linesOnPage(conversation)).toEqual(linesOf(events));
  return events;
}
