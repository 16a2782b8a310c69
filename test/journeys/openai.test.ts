import { randomUUID } from "node:crypto";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import OpenAI, { APIError, AuthenticationError, ConflictError } from "openai";
import { expect, inject, it } from "vitest";
import { signIn } from "./support/browser.js";
import { placeOf, readLog } from "./support/log.js";
import { openVisits } from "./support/visits.js";

/**
 * OpenAI's own client, and the AI SDK's for compatible servers, beside a browser, all as ana: each shows the others'
 * messages.
 */
const hostUrl = inject("hostUrl");
const service = inject("service");
const visit = openVisits();

async function open() {
  const { page, context, chat } = await visit();
  await signIn(page, hostUrl, "ana");
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const { csrfToken } = (await (await page.request.get(`${hostUrl}/auth/me`)).json()) as { readonly csrfToken: string };
  const headers = { cookie, "x-csrf-token": csrfToken };
  const baseURL = `${hostUrl}/v1`;
  const openai = new OpenAI({ baseURL, apiKey: "the cookie says who it is", defaultHeaders: headers });
  return { page, chat, openai, headers, baseURL, id: `openai-${randomUUID()}` };
}

it("chat completions, streamed and whole, go on in the conversation that the page shows", async () => {
  const { page, chat, openai, id } = await open();
  await chat.open(hostUrl, id, "chat");
  const ask = (content: string) => ({
    model: "agent",
    messages: [{ role: "user" as const, content }],
    metadata: { conversation_id: id },
  });
  let streamed = "";
  for await (const { choices } of await openai.chat.completions.create({
    ...ask("/say Streamed words."),
    stream: true,
  }))
    streamed += choices[0]?.delta.content ?? "";
  expect(streamed).toBe("Streamed words.");
  const whole = await openai.chat.completions.create(ask("/say Whole words."));
  expect(whole.choices[0]?.message.content).toBe("Whole words.");
  for (const words of [streamed, "Whole words."])
    await chat.transcript.getByText(words, { exact: true }).last().waitFor();
  const events = await readLog(service, await placeOf(page, id));
  expect(events.filter(({ type }) => type === "user.message")).toHaveLength(2);
});

it("responses continue each other, wait for the page's approval, and report mistakes in the client's own errors", async () => {
  const { page, chat, openai, id } = await open();
  const first = await openai.responses.create({ model: "agent", conversation: id, input: "/say First." });
  expect(first).toMatchObject({ status: "completed", output_text: "First." });
  const second = await openai.responses.create({
    model: "agent",
    previous_response_id: first.id,
    input: '/approve refund {"amount":3}\n/say Refunded.',
  });
  expect(second.status).toBe("incomplete");
  await chat.open(hostUrl, id, "chat");
  await chat.approval("refund").getByRole("button", { name: "Approve", exact: true }).click();
  await chat.transcript.getByText("Refunded.", { exact: true }).waitFor();
  const events = await readLog(service, await placeOf(page, id));
  expect(events.filter(({ type }) => type === "user.approvalDecision")).toHaveLength(1);

  const fails = (request: Promise<unknown>) =>
    request.then(
      () => null,
      (error: unknown) => error,
    );
  const other = { model: "agent", conversation: `${id}-other`, input: "/say Other." };
  const mixed = await fails(openai.responses.create({ ...other, previous_response_id: first.id }));
  expect(mixed).toBeInstanceOf(ConflictError);
  const failed = await fails(openai.responses.create({ ...other, input: "/fail before provider_unavailable" }));
  expect(failed).toBeInstanceOf(APIError);
  const nobody = new OpenAI({ baseURL: `${hostUrl}/v1`, apiKey: "none", maxRetries: 0 });
  expect(await fails(nobody.responses.create(other))).toBeInstanceOf(AuthenticationError);
});

it("the AI SDK's provider for whatever is like OpenAI streams an answer that the page shows", async () => {
  const { chat, headers, baseURL, id } = await open();
  await chat.open(hostUrl, id, "chat");
  const host = createOpenAICompatible({
    name: "host",
    baseURL,
    headers: { ...headers, "x-service-conversation": id },
  });
  const { textStream } = streamText({ model: host("agent"), prompt: "/say By the provider." });
  let text = "";
  for await (const piece of textStream) text += piece;
  expect(text).toBe("By the provider.");
  await chat.transcript.getByText(text, { exact: true }).last().waitFor();
});
