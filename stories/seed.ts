import type { ChatHistory } from "@service/react/protocol";
import { ServiceClient } from "@service/react/session";
import type { StoryContext } from "@storybook/react-vite";
import { oncePerFile } from "./once-per-file.js";
import { openWorld, people } from "./world.js";

/**
 * The past of a live story, written before the story is drawn: a docs page shows it too, although play functions do not
 * run there.
 */
export type Step =
  | string
  /** Waits until the answer to the message is complete. `file`: the name of a file that is sent with it. */
  | { readonly say: string; readonly until: "complete"; readonly file?: string }
  /** Waits until the answer has these words, and stops it. */
  | { readonly say: string; readonly stopAt: string }
  /** Chooses these values for the first question that waits, and waits until the answer is complete. */
  | { readonly say: string; readonly choose: readonly string[] };

type OfStory = Pick<StoryContext, "args" | "globals">;

const seeded = oncePerFile(() => new Map<string, Promise<void>>());

/** A loader: the messages that this person sent to the story's conversation, once in the life of a page; in a test, once in a file. */
export function said(...steps: readonly Step[]) {
  return async ({ args, globals }: OfStory): Promise<void> => {
    const conversation = String((args as { conversation?: unknown }).conversation);
    const person = String(globals["identity"]);
    const key = `${person} ${conversation}`;
    const known = seeded().get(key) ?? sendAll(person, conversation, steps);
    seeded().set(key, known);
    await known;
  };
}

async function sendAll(person: string, conversation: string, steps: readonly Step[]): Promise<void> {
  if (!people[person]) return;
  for (const step of steps) {
    const message = typeof step === "string" ? step : step.say;
    const named = typeof step !== "string" && "file" in step && step.file ? [await upload(person, step.file)] : [];
    const answer = await post(person, conversation, "", { message, resources: named });
    if (typeof step === "string") await answer.body?.cancel();
    else if ("until" in step) await answer.text();
    else if ("choose" in step) {
      await answer.text();
      await choose(person, conversation, step.choose);
    } else {
      await readUntil(answer, step.stopAt);
      await post(person, conversation, "/stop", {});
    }
  }
}

async function upload(person: string, filename: string): Promise<object> {
  const network = await openWorld();
  const client = new ServiceClient({ baseUrl: "/api/service", fetch: network.fetchAs(people[person] ?? null) });
  const content = new Blob(["x".repeat(48_000)]);
  const begun = await client.beginUpload({ filename, contentType: "application/pdf", sizeBytes: content.size });
  await client.uploadContent(begun, content);
  await client.completeUpload(begun.uploadId);
  return { kind: "file", fileId: begun.fileId };
}

/** Reads a stream of chunks until its text has these words. */
async function readUntil(answer: Response, words: string): Promise<void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  for (let at = await reader?.read(); at && !at.done; at = await reader?.read()) {
    read += at.value;
    const text = [...read.matchAll(/"type":"text","text":"((?:[^"\\]|\\.)*)"/g)].map(([, piece]) => piece).join("");
    if (text.includes(words)) break;
  }
  await reader?.cancel();
}

async function send(person: string, conversation: string, path: string, init: RequestInit): Promise<Response> {
  const network = await openWorld();
  const headers = { "x-service-conversation": conversation, "content-type": "application/json" };
  return network.fetchAs(people[person] ?? null)(`/api/chat${path}`, { ...init, headers });
}

const post = (person: string, conversation: string, path: string, body: object) =>
  send(person, conversation, path, { method: "POST", body: JSON.stringify(body) });

async function choose(person: string, conversation: string, values: readonly string[]): Promise<void> {
  const [asked] = ((await (await send(person, conversation, "", {})).json()) as ChatHistory).pending;
  if (!asked) throw new Error(`No question waits in ${conversation}.`);
  const { questions } = asked.payload as { readonly questions: readonly { readonly id: string }[] };
  const answers = [{ questionId: questions[0]?.id, values }];
  await (await post(person, conversation, "/respond", { requestId: asked.requestId, answers })).text();
}

/** Approves the waiting call of a conversation, from another person's page. */
export async function decideAs(person: string, conversation: string): Promise<void> {
  const history = (await (await send(person, conversation, "", {})).json()) as ChatHistory;
  await post(person, conversation, "/respond", { requestId: history.pending[0]?.requestId, decision: "approve" });
}

/** A loader: a message that this page sent before it was loaded again, as the outbox keeps it. */
export function kept(state: "sending" | "unknown", text: string) {
  return async ({ args }: OfStory): Promise<void> => {
    const conversation = String((args as { conversation?: unknown }).conversation);
    const entry = {
      clientEventId: "0b7c0f9e-6f43-4f7e-9d5c-1c1b2a3d4e5f",
      text,
      delivery: "send",
      state,
      turnId: null,
      createdAt: "2026-05-12T09:30:00.000Z",
    };
    sessionStorage.setItem(`service:14:["acme","ana"]:outbox//api/chat/${conversation}`, JSON.stringify([entry]));
  };
}

/** A loader: an uploaded file and words that this page did not send before it was loaded again, as the draft keeps them. */
export function drafted(text: string, filename: string) {
  return async ({ args }: OfStory): Promise<void> => {
    const conversation = String((args as { conversation?: unknown }).conversation);
    const fileId = "5f1d2c3b-4a59-4687-9b0a-1c2d3e4f5a6b";
    const file = { kind: "file", fileId, filename, contentType: "application/pdf", sizeBytes: 48_000 };
    const name = JSON.stringify(["draft", `chat  ${conversation}`]);
    const draft = { text, extras: { resources: [file] }, base: null };
    sessionStorage.setItem(`service:14:["acme","ana"]:draft/${name}`, JSON.stringify(draft));
  };
}
