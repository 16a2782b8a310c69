import { describe, expect, it } from "vitest";
import { chatFormat } from "../../../../src/server/handler/formats/formats.js";
import { answerText, framesOf, scriptedAnswers, scriptedFacts, writeAll } from "./scripted-answers.js";

const folder = new URL("golden/", import.meta.url).pathname;

describe.each(["native", "chat-completions", "responses"])("the format %s, byte for byte", (name) => {
  const format = chatFormat(name);

  it.each(Object.entries(scriptedAnswers))("writes %s", async (of, write) => {
    await expect(answerText(format, framesOf(write))).toMatchFileSnapshot(folder + `${name}/${of}.txt`);
  });

  it("writes a failure to read on", async () => {
    const encoder = format.createEncoder(scriptedFacts());
    const failure = { code: "stream_ended", message: "The answer broke off.", retryable: true };
    await expect(encoder.begin() + encoder.fail(failure, undefined) + encoder.end()).toMatchFileSnapshot(
      folder + `${name}/broken-off.txt`,
    );
  });

  it("repeats what the request named", async () => {
    const facts = scriptedFacts({ echo: { model: "my-model", previousResponseId: "resp_1" } });
    const text = answerText(
      format,
      framesOf((script, turnId) => script.complete(turnId)),
      facts,
    );
    await expect(text).toMatchFileSnapshot(`${folder}${name}/echo.txt`);
  });

  it("keeps the state of two answers apart", () => {
    const frames = framesOf((script, turnId) => {
      script.say(turnId, "a", "b");
      script.complete(turnId);
    });
    const [first, second] = [format.createEncoder(scriptedFacts()), format.createEncoder(scriptedFacts())];
    const once = writeAll(first, frames);
    expect(writeAll(second, frames)).toBe(once);
  });
});

describe.each(["chat-completions", "responses"])("the format %s, whole", (name) => {
  const format = chatFormat(name);

  it.each(["segments", "approval", "question", "cancelled", "empty"])("writes %s", async (of) => {
    const done = framesOf(scriptedAnswers[of] ?? (() => {})).at(-1);
    if (done?.chunk?.type !== "done" || done.id === undefined) throw new Error(`${of} does not end.`);
    const answer = { reply: done.chunk.reply, lastSequence: done.id };
    const written = format.writeWhole?.(scriptedFacts({ echo: { model: "my-model" } }), answer);
    await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot(folder + `${name}/whole-${of}.txt`);
  });
});
