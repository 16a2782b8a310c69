import { randomUUID } from "node:crypto";
import { ServiceClient } from "@service/sdk";
import { expect, inject, it } from "vitest";
import { signIn, type UserId } from "./support/browser.js";
import type { ConversationPage } from "./support/conversation-page.js";
import { placeOf } from "./support/log.js";
import { openVisits } from "./support/visits.js";

/**
 * The four policies of a product's conversations, as people see them: ana writes a fact into one conversation and asks in
 * her other one, then ben asks in his. The first word of an id is the product's own.
 */
const hostUrl = inject("hostUrl");
const service = inject("service");
const visit = openVisits();

interface Row {
  readonly word: string;
  readonly agentAccess: string;
  readonly memoryScope: string;
  /** The scope that the agent names for its memory. */
  readonly whose: string;
  /** Whether ana's other conversation, and ben's, … */
  readonly remembers: Readonly<Record<UserOfAcme, boolean>>;
  /** … and whether they reach the conversation with the fact. */
  readonly reaches: Readonly<Record<UserOfAcme, boolean>>;
}

type UserOfAcme = Extract<UserId, "ana" | "ben">;

const nobody = { ana: false, ben: false };
const anaAlone = { ana: true, ben: false };
const both = { ana: true, ben: true };

const independent = {
  agentAccess: "session",
  memoryScope: "session",
  whose: "in this conversation",
  remembers: nobody,
  reaches: nobody,
};
const matrix: readonly Row[] = [
  { word: "independent", ...independent },
  // A word without a policy widens nothing.
  { word: "workspace", ...independent },
  {
    word: "personal",
    agentAccess: "session",
    memoryScope: "user",
    whose: "for you, in all your conversations",
    remembers: anaAlone,
    reaches: nobody,
  },
  {
    word: "together",
    agentAccess: "user",
    memoryScope: "user",
    whose: "for you, in all your conversations",
    remembers: anaAlone,
    reaches: anaAlone,
  },
  {
    word: "everybody",
    agentAccess: "workspace",
    memoryScope: "workspace",
    whose: "for everybody in this workspace",
    remembers: both,
    reaches: both,
  },
];

it.each(matrix)("shows who sees a fact that ana gave one of the $word conversations", async (row) => {
  const { word, whose, agentAccess, memoryScope } = row;
  const id = randomUUID();
  const told = `${word}_${id}`;
  // One word, so that nothing else is found by a part of it.
  const fact = `fact${id.replaceAll("-", "")}`;
  const known = `I remember: ${fact} (${whose})`;
  const saved = `I will remember that, ${whose}: ${fact}`;
  const ana = await opens("ana", told);
  expect(await answerTo(ana, `/remember ${fact}`)).toBe(saved);
  expect(await answerTo(ana, `/recall ${fact}`)).toBe(known);

  const { workspaceId, sessionId } = await placeOf(ana.page, told);
  const client = new ServiceClient({ baseUrl: service.url, apiKey: service.apiKey, workspaceId });
  // The organization's key sees the session, whatever its policy is.
  expect(await client.getSession({ sessionId })).toMatchObject({ agentAccess, memoryScope });

  const seenBy = async (chat: ConversationPage) => ({
    recalled: await answerTo(chat, `/recall ${fact}`),
    isListed: (await answerTo(chat, "/session list")).includes(sessionId),
    read: await answerTo(chat, `/session read ${sessionId}`),
  });
  const expectedOf = (user: UserOfAcme) => ({
    recalled: row.remembers[user] ? known : `I remember nothing about ${fact}.`,
    isListed: row.reaches[user],
    read: row.reaches[user]
      ? `This was said there: Ana: /remember ${fact} Agent: ${saved} Ana: /recall ${fact} Agent: I remember: - ${fact} (${whose})`
      : `I could not do that: There is no session ${sessionId} that this one may reach. sessions_list tells which there are.`,
  });
  await ana.open(hostUrl, `${told}-other`, "chat");
  expect(await seenBy(ana)).toEqual(expectedOf("ana"));
  // Under another person, the same id is another session.
  const ben = await opens("ben", told);
  expect(await seenBy(ben)).toEqual(expectedOf("ben"));
});

async function opens(user: UserOfAcme, conversation: string): Promise<ConversationPage> {
  const { page, chat } = await visit();
  await signIn(page, hostUrl, user);
  await chat.open(hostUrl, conversation, "chat");
  return chat;
}

/** Sends a message and returns the answer on the page, on one line. */
async function answerTo(chat: ConversationPage, message: string): Promise<string> {
  const answers = chat.transcript.locator("article[data-role=assistant] .sv-markdown");
  const before = await answers.count();
  await chat.send(message);
  await answers.nth(before).waitFor();
  await chat.settled();
  return (await answers.last().innerText()).replaceAll(/\s+/g, " ").trim();
}
