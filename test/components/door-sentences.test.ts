import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { german } from "../../src/strings/de/german.js";
import { sayError } from "../../src/strings/error-messages.js";

/** Sentences for a developer or an operator: no request of the kit gets them. A placeholder stands for each value. */
const developers: ReadonlySet<string> = new Set([
  "Host is ….",
  "The body's type is not JSON. Send it with `content-type: application/json`.",
  'The body has the Content-Encoding "…"; encoded bodies are not read. Send it without.',
  "The answer in previous_response_id belongs to another conversation. Name that conversation, or omit previous_response_id.",
  "There is no such earlier answer. Omit previous_response_id to start a new conversation.",
  "The workspace is a personal one. Chat uses organization workspaces only: map the tenant to one, or name one.",
  "The conversation has no session now.",
  "The last message must be the user's and have text; nothing was sent.",
  "A browser may not write events of this type.",
  "A browser may pause, resume and interrupt, and nothing else.",
  "A browser may not set …; the host decides it.",
  "A session begins with a message: send `initialMessage`.",
  "A browser may not set actor; the host decides it.",
  "Credentials are given by the host, not by a browser.",
  "A browser may attach files, and nothing else.",
  "This proxy takes ….",
  "The body is no JSON object of at most … levels.",
  "The cursor is none of this list. Start again without it.",
  "Sessions are listed by page here: ask with view=page.",
  "The forensic view of a log is not for browsers.",
  "The answer to … … ….",
  "The answer to … … broke off.",
  "A cursor is a sequence, a whole number from 0, or a frame's id.",
  "This handler does not speak the format …. It speaks: ….",
  "The field … is not a string. It must be the conversation's id.",
  "The previous_response_id is not the id of an answer of this handler. Omit it to start a new conversation.",
  "Files are not passed on from this format. Send the message with text.",
  "The request's body was read before this handler was called. Pass the handler a request that nobody has read.",
  "The body is no JSON. Send a JSON object in UTF-8, of at most … levels.",
  "A `message` with text is needed.",
  "A stop takes {} or {turnId}, and no message: send that to the chat's own route.",
  "A `clientEventId` is a string of 1 to 256 characters.",
  "An Idempotency-Key has at most 256 characters.",
  "An answer is ….",
  "Name the conversation in …the header ….",
  "This route takes … only.",
  "No address of the service is set, so nothing can be reached. Set SERVICE_API_BASE_URL and pass it as `baseUrl`.",
  "Event … (…) does not fit at …. The rest of it was told.",
]);

const refusal =
  /(?:new (?:ProxyRefusal|DoorRefusal|ChatError|ServiceApiError)\(|const message =|(?:return|throw) \w+\()([\s\S]*?)(?:;\n|\n\n)/g;
const sentence = /"([A-Z][^"\n]{8,}[.!?])"|`([A-Z][^`]{8,}[.!?])`/;

/** The sentences of the doors' refusals, from their sources. */
function doorSentences(): readonly string[] {
  const files = readdirSync("src/server", { recursive: true, encoding: "utf8" }).filter((name) =>
    /^(?:gate|proxy|handler)\/.*\.ts$/.test(name),
  );
  const found = files.flatMap((name) =>
    [...readFileSync(`src/server/${name}`, "utf8").matchAll(refusal)].flatMap(([, given = ""]) => {
      const [, text, template] = sentence.exec(given) ?? [];
      return text ?? template?.replaceAll(/\$\{[^}]*\}/g, "…") ?? [];
    }),
  );
  return [...new Set(found)];
}

describe("the sentences of the doors", () => {
  it("have German words, or are marked as a developer's", () => {
    const unsaid = doorSentences().filter((text) => sayError(german.errors, text) === text && !developers.has(text));
    expect(unsaid).toEqual([]);
  });

  it("are found in the sources, each marked one among them", () => {
    const found = doorSentences();
    expect(found.length).toBeGreaterThan(25);
    expect([...developers].filter((text) => !found.includes(text))).toEqual([]);
  });
});
