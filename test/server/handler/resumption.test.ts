import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyConversation, foldConversation } from "../../../src/server/handler/fold-conversation.js";
import { nativeEncoder } from "../../../src/server/handler/formats/native.js";
import { emptyTurn, foldTurn, turnOf, type TurnFrame } from "../../../src/server/handler/fold-turn.js";
import type { SessionEvent } from "../../../src/wire/protocol/session-event.js";
import { readFrames } from "../../../src/wire/sse/read-frames.js";
import { seededRandom } from "../../session/wild-bytes.js";
import { arbitraryLog } from "../../support/arbitrary-log.js";
import { chatFrame, type ChatFrame } from "../../support/backend.js";
import { runs } from "../../support/runs.js";
import { createLoadedChats, type LoadedChat } from "./loaded-chat.js";

const counts = {
  logs: 0,
  events: 0,
  cuts: 0,
  cutsTwice: 0,
  cutsAtTheEndOfATurn: 0,
  cursors: 0,
  connections: 0,
  liveLogs: 0,
};
let chats: Awaited<ReturnType<typeof createLoadedChats>>;

beforeAll(async () => {
  chats = await createLoadedChats();
});
afterAll(async () => {
  await chats.close();
  console.info("resumption of the chat stream:", JSON.stringify(counts));
});

/** The expected frames of a stream, from the folds alone. */
type Told = readonly ChatFrame[];

function written(frames: readonly TurnFrame[]): Told {
  return frames.map((frame) => {
    const { id, chunk, failure } = frame;
    const data = chunk?.type === "done" ? { ...chunk, reply: { ...chunk.reply, events: [] } } : (chunk ?? failure);
    return { id, event: chunk ? "chunk" : "error", data: JSON.parse(JSON.stringify(data)) };
  });
}

function followedFrames(log: readonly SessionEvent[]): Told {
  let state = emptyConversation;
  return written(
    log.flatMap((event) => {
      const folded = foldConversation(state, event);
      state = folded.state;
      return folded.frames;
    }),
  );
}

/** One turn after the other as they ran, without the questions that the log has moved past. */
function plainFrames(log: readonly SessionEvent[]): Told {
  const started = new Set(log.flatMap((event) => (event.type === "turn.started" ? (turnOf(event) ?? []) : [])));
  return [...started].flatMap((turnId) => {
    let state = emptyTurn({ turnId, sessionId: log[0]?.sessionId ?? "", workspaceId: log[0]?.workspaceId ?? "" });
    const told: TurnFrame[] = [];
    let held: readonly TurnFrame[] = [];
    for (const event of log) {
      const folded = foldTurn(state, event);
      state = folded.state;
      if (state.phase === "waiting") {
        if (held.length === 0) held = folded.frames;
      } else {
        held = [];
        told.push(...folded.frames);
      }
    }
    return written([...told, ...held]);
  });
}

/** Joins neighbouring texts: their division into frames, and so their cursors, is not visible to people. */
function seen(frames: Told): readonly unknown[] {
  const list: unknown[] = [];
  let text = "";
  const flush = () => {
    if (text !== "") list.push(text);
    text = "";
  };
  for (const frame of frames) {
    if (frame.data.type === "text") {
      text += frame.data.text;
    } else {
      flush();
      list.push(frame);
    }
  }
  flush();
  return list;
}

/** The frames that a cut-off client keeps, and the cursor it resumes from. */
function resumable(frames: Told): { readonly cursor: number; readonly kept: Told } {
  const cursor = frames.findLast(({ id }) => id !== undefined)?.id;
  if (cursor === undefined) return { cursor: 0, kept: [] };
  // The frames after the first with this id are sent again.
  return { cursor, kept: frames.slice(0, frames.findIndex(({ id }) => id === cursor) + 1) };
}

/** Whether a frame is the last one; a merged text may cover more than the last text of the log. */
function isLast(frame: ChatFrame | undefined, last: ChatFrame | undefined): boolean {
  if (!last || !frame || frame.data.type !== last.data.type || frame.data.state !== last.data.state) return !last;
  return frame.data.type === "text" ? (frame.id ?? 0) >= (last.id ?? 0) : frame.id === last.id;
}

/** Reads a conversation's streams up to the last frame of the log. */
function reader(chat: LoadedChat, follow: boolean, last: ChatFrame | undefined) {
  const known = new Map<number, Promise<Told>>();
  // Behind the last frame an open turn would be waited for, without end.
  const isOver = (cursor: number) => cursor >= (last?.id ?? 0) && last?.data.state !== "ended";
  const read = async (cursor: number): Promise<Told> => {
    if (isOver(cursor)) return [];
    const answer = await chat.stream(cursor, { follow });
    counts.connections += 1;
    if (answer.status === 204 || !answer.body) return [];
    const frames: ChatFrame[] = [];
    for await (const frame of readFrames(answer.body)) {
      frames.push(chatFrame(frame));
      if (isLast(frames.at(-1), last)) return frames;
    }
    const next = frames.findLast(({ id }) => id !== undefined)?.id;
    if (next === undefined) throw new Error(`The stream after ${cursor} ended without a frame to resume from.`);
    return [...frames, ...(await after(next))];
  };
  /** The frames after a cursor, stream by stream; requested once, as the log does not change. */
  const after = (cursor: number): Promise<Told> => {
    const frames = known.get(cursor) ?? read(cursor);
    known.set(cursor, frames);
    return frames;
  };
  return { after, cursors: () => known.size };
}

const encoder = new TextEncoder();

/** The bytes of a stream, and where each frame ends in them. */
function bytesOf(frames: readonly TurnFrame[]): { readonly bytes: Uint8Array; readonly ends: readonly number[] } {
  const texts = frames.map((frame) => encoder.encode(textOf(frame)));
  let end = 0;
  const ends = texts.map((text) => (end += text.length));
  const bytes = new Uint8Array(end);
  texts.forEach((text, index) => bytes.set(text, end === 0 ? 0 : (ends[index] ?? 0) - text.length));
  return { bytes, ends };
}

function textOf({ id, chunk, failure }: TurnFrame): string {
  return chunk ? nativeEncoder.chunk(chunk, id) : nativeEncoder.fail(failure, id);
}

/** How many whole frames a reader gets of a body that is cut after so many bytes. */
async function framesBefore(bytes: Uint8Array, cut: number): Promise<number> {
  const body = new Blob([bytes.slice(0, cut)]).stream();
  let frames = 0;
  for await (const _ of readFrames(body)) frames += 1;
  return frames;
}

interface Checked {
  readonly whole: Told;
  readonly bytes: Uint8Array;
  readonly ends: readonly number[];
  readonly after: (cursor: number) => Promise<Told>;
  readonly isRight: (kept: Told, rest: Told) => void;
  /** Numbers of whole frames before the checked cuts. */
  readonly right: Set<number>;
}

async function prepare(chat: LoadedChat, follow: boolean): Promise<Checked & { readonly cursors: () => number }> {
  const whole = follow ? followedFrames(chat.stored) : plainFrames(chat.stored);
  const { after, cursors } = reader(chat, follow, whole.at(-1));
  const expected = JSON.stringify(seen(whole));
  const isRight = (kept: Told, rest: Told) => {
    const told = JSON.stringify(seen([...kept, ...rest]));
    if (told !== expected) throw new Error(`After ${kept.length} frames:\n${told}\ninstead of\n${expected}`);
  };
  isRight([], await after(0));
  const { bytes, ends } = bytesOf(
    whole.map(({ id, event, data }) => (event === "error" ? { id, failure: data } : { id, chunk: data })),
  );
  return { whole, bytes, ends, after, isRight, cursors, right: new Set() };
}

async function cutAfter({ whole, after, isRight, right }: Checked, frames: number): Promise<void> {
  counts.cuts += 1;
  // Every byte of one frame is the same cut.
  if (right.has(frames)) return;
  right.add(frames);
  const { cursor, kept } = resumable(whole.slice(0, frames));
  isRight(kept, await after(cursor));
  const [before, next] = [whole[frames - 1], whole[frames]];
  const isInEnd = before?.data.type === "pending" || (before?.id !== undefined && before.id === next?.id);
  if (isInEnd) counts.cutsAtTheEndOfATurn += 1;
}

async function cutTwice({ whole, after, isRight }: Checked, first: number, share: number): Promise<void> {
  const one = resumable(whole.slice(0, first));
  const rest = await after(one.cursor);
  const second = Math.floor(share * (rest.length + 1));
  const two = resumable([...one.kept, ...rest.slice(0, second)]);
  isRight(two.kept, await after(two.cursor));
  counts.cutsTwice += 1;
}

/** Every frame, and so every byte: bytes within a frame are cuts before it. */
async function everyCut(checked: Checked): Promise<void> {
  const { bytes, ends, whole } = checked;
  for (let frames = 0; frames <= whole.length; frames++) await cutAfter(checked, frames);
  for (const [index, end] of ends.entries()) {
    expect(await framesBefore(bytes, end - 1)).toBe(index);
    expect(await framesBefore(bytes, end)).toBe(index + 1);
  }
  counts.cuts += bytes.length - whole.length;
}

/** Numbers from 0 up to 1, spread evenly; fast-check alone draws mostly tiny ones. */
const shares = (length: number) =>
  fc.nat().map((drawn) => {
    const random = seededRandom(drawn);
    return Array.from({ length }, random);
  });

async function drawnCuts(checked: Checked, draws: readonly number[]): Promise<void> {
  const cuts = draws.map((share) => Math.floor(share * (checked.bytes.length + 1)));
  const framesAt = (cut: number) => checked.ends.filter((end) => end <= cut).length;
  for (const cut of cuts) await cutAfter(checked, framesAt(cut));
  // That a reader gets the frames that are whole, a reader is asked for some of the cuts.
  for (const cut of cuts.slice(0, 10)) expect(await framesBefore(checked.bytes, cut)).toBe(framesAt(cut));
}

async function check(log: readonly SessionEvent[], follow: boolean, cuts: (checked: Checked) => Promise<void>) {
  const chat = await chats.load(log);
  const checked = await prepare(chat, follow);
  await cuts(checked);
  counts.logs += 1;
  counts.events += log.length;
  counts.cursors += checked.cursors();
}

const twice = shares(20).map((list) => list.map((share, index) => [share, list[(index + 7) % 20] ?? 0] as const));

async function cutsTwice(checked: Checked, pairs: readonly (readonly [number, number])[]): Promise<void> {
  for (const [first, second] of pairs) {
    await cutTwice(checked, Math.floor(first * (checked.whole.length + 1)), second);
  }
}

/** Reads a followed stream to its last frame while the log is being written, a few events at a time. */
async function followLive(
  log: readonly SessionEvent[],
  steps: readonly number[],
): Promise<{ told: Told; chat: LoadedChat }> {
  const chat = await chats.load(log.slice(0, 1));
  const left = new AbortController();
  const answer = await chat.stream(0, { follow: true, signal: left.signal });
  const told: ChatFrame[] = [];
  const last = followedFrames(log).at(-1);
  const reading = (async () => {
    if (!answer.body || !last) return;
    for await (const frame of readFrames(answer.body)) {
      told.push(chatFrame(frame));
      if (isLast(told.at(-1), last)) return;
    }
  })();
  for (let at = 1, step = 0; at < log.length; step++) {
    const size = 1 + Math.floor((steps[step % steps.length] ?? 0) * 8);
    await chat.append(log.slice(at, at + size));
    at += size;
  }
  await reading;
  left.abort();
  return { told, chat };
}

describe("a conversation that is followed while it is written", () => {
  it("streams the log's frames, and resumes from every cut", async () => {
    const property = fc.asyncProperty(arbitraryLog({ maxEvents: 80 }), shares(10), async (log, steps) => {
      const { told, chat } = await followLive(log, steps);
      const checked = await prepare(chat, true);
      checked.isRight([], told);
      const live = { ...checked, whole: told, right: new Set<number>() };
      for (let frames = 0; frames <= told.length; frames++) await cutAfter(live, frames);
      counts.logs += 1;
      counts.liveLogs += 1;
      counts.events += log.length;
    });
    await fc.assert(property, { numRuns: 40 });
    expect(counts.liveLogs).toBe(40);
  });
});

describe.each([
  { name: "a followed conversation", follow: true },
  { name: "a conversation read turn by turn", follow: false },
])("$name that is cut and resumed", ({ follow }) => {
  it("streams every frame once, at every cut of each log", async () => {
    const property = fc.asyncProperty(arbitraryLog(), twice, (log, pairs) =>
      check(log, follow, async (checked) => {
        await everyCut(checked);
        await cutsTwice(checked, pairs);
      }),
    );
    const before = counts.logs;
    const logs = runs(5, 20);
    await fc.assert(property, { numRuns: logs });
    expect(counts.logs - before).toBe(logs);
  });

  it("streams every frame once, at two hundred drawn cuts of each log", async () => {
    const property = fc.asyncProperty(arbitraryLog(), shares(200), twice, (log, draws, pairs) =>
      check(log, follow, async (checked) => {
        await drawnCuts(checked, draws);
        await cutsTwice(checked, pairs);
      }),
    );
    const before = counts.logs;
    const logs = runs(15, 150);
    await fc.assert(property, { numRuns: logs });
    expect(counts.logs - before).toBe(logs);
  });
});
