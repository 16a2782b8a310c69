import { composerDraftSchema, type ComposerDraft } from "@service/sdk/protocol";
import { withFiles } from "../files/message-files.js";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { refreshing } from "../mcp/refreshing.js";
import { emptyDraft, putDraft, submitDraft, type DraftOwner } from "../sessions/composer-draft.js";
import { actorKey } from "../store/owner.js";
import type { DraftRecord } from "../store/records.js";
import { isoNow } from "../world.js";
import { acceptedEvent, interruptingChange } from "./accepted.js";
import { submittedDraftAnswer } from "./answer-schemas.js";
import { putDraftBody, submitDraftBody } from "./bodies.js";
import { turnOf } from "./control.js";
import { causeOf, inSession, type Route, type SessionCall } from "./route.js";
import { wireTurn } from "./wire.js";
import { checkChoice, messageInput } from "./write-events.js";

/** The caller's unsent draft in a session (`protocol.md` §3.4). */
export const composerDraftRoutes: readonly Route[] = [
  inSession(
    "GET",
    "/composer-draft",
    "read",
    { summary: "Read the composer's draft", answers: { 200: composerDraftSchema } },
    async (call) => json(await composerDraft(call, actorKey(causeOf(call).actor))),
  ),

  inSession(
    "PUT",
    "/composer-draft",
    "write",
    { summary: "Save the composer's draft", body: putDraftBody, answers: { 200: composerDraftSchema } },
    async (call) => {
      const { actor, ...body } = await readBody(call.request, putDraftBody);
      checkChoice(call, body);
      const cause = causeOf(call, actor);
      const owner = actorKey(cause.actor);
      const { result } = await call.world.store.changeSession(call.session.id, { draftOwner: owner }, (state) =>
        putDraft(state, cause, owner, body),
      );
      return json(wireDraft(result));
    },
  ),

  inSession(
    "POST",
    "/composer-draft/submit",
    "write",
    {
      summary: "Send the composer's draft as a message",
      body: submitDraftBody,
      answers: { 202: submittedDraftAnswer },
    },
    async (call) => {
      const body = await readBody(call.request, submitDraftBody);
      checkChoice(call, body);
      const { actor, mcpCredentialUpdates, ...submitted } = body;
      const { clientEventId, expectedDraftRevision, delivery, controlEtag, modelContext, ...content } = submitted;
      const cause = causeOf(call, actor);
      const owner = actorKey(cause.actor);
      const { sourceTurnId: _, sourceTurnVersion: __, text, ...rest } = content;
      const sent = { text, modelContext, controlEtag, ...filled(rest) };
      const message = messageInput(
        await withFiles(call.world, call.session, sent, clientEventId),
        clientEventId,
        delivery,
      );
      const input = { content, expectedDraftRevision, message };
      const changed = await interruptingChange(
        call,
        cause,
        clientEventId,
        refreshing(mcpCredentialUpdates, (state) => submitDraft(state, cause, owner, input)),
        owner,
      );
      const accepted = acceptedEvent(changed.result.accepted, changed);
      const turn = await turnOf(call, changed.result.accepted, accepted);
      return json(
        {
          accepted,
          turn: turn && wireTurn(turn, call.workspace.id),
          draft: wireDraft(changed.result.draft),
          interruptionCount: changed.events.some((event) => event.type === "turn.superseded") ? 1 : 0,
          replay: "prior" in changed.result.accepted,
        },
        202,
      );
    },
  ),
];

export async function composerDraft({ world, session }: SessionCall, owner: DraftOwner): Promise<ComposerDraft> {
  const kept = await world.store.getDraft(session.id, owner);
  return wireDraft(kept ?? emptyDraft(session.id, owner, isoNow(world.clock)));
}

/** Omits the owner, which is the caller. */
function wireDraft(record: DraftRecord): ComposerDraft {
  const { sessionId: _, owner: __, ...draft } = record;
  return { ...draft, updatedAt: draft.revision === 0 ? null : draft.updatedAt };
}

/** A draft keeps every field, empty or not; a message has only filled ones. */
function filled<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const isFilled = ([, value]: [string, unknown]) => (Array.isArray(value) ? value.length > 0 : value !== null);
  return Object.fromEntries(Object.entries(fields).filter(isFilled)) as { [K in keyof T]?: NonNullable<T[K]> };
}
