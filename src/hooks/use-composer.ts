import { useMemo, useState, useSyncExternalStore } from "react";
import type { AttachmentsState } from "../conversation/attachments/attachment.js";
import { awaitsDecision, blockOf, createComposerCore, sendsAs } from "../conversation/drafts/composer-controller.js";
import type { Composer, ComposerState, ResumeOption } from "../conversation/drafts/composer-types.js";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import type { WhenBusy } from "../conversation/view/session-view.js";
import { useEndedFault } from "./use-ended-fault.js";
import { useControlledDraft } from "./use-controlled-draft.js";
import { useComposerFiles } from "./use-composer-files.js";
import { useOptionalIdentity } from "./use-identity.js";
import { useLatest } from "./use-latest.js";
import { useSentElsewhere } from "./use-sent-elsewhere.js";
import { useShownDraft } from "./shown-drafts.js";
import { useUnnamedDraft } from "./use-unnamed-draft.js";
import { useStrings } from "./use-strings.js";
import { givenOptions, givenSession } from "./given-options.js";

export type {
  Composer,
  ComposerAction,
  ComposerState,
  DraftConflict,
  ResumeOption,
  SendBlock,
} from "../conversation/drafts/composer-types.js";
export type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
export { roomOf } from "../conversation/drafts/message-room.js";

/** Options of `useComposer`. */
export interface UseComposerOptions {
  /** Where the text is kept, from `useLocalDraft` or `useSessionDraft`. @default this component only */
  readonly draft?: DraftKeeper | undefined;
  /** Makes the text controlled, together with `onValueChange`; no draft is kept then. @default the composer keeps it */
  readonly value?: string | undefined;
  /** Initial text; no draft is kept then. @default empty */
  readonly defaultValue?: string | undefined;
  /** Called with every change of the text by the person, and with a prompt that is taken back from the queue. */
  readonly onValueChange?: ((value: string) => void) | undefined;
  /** Files of the message, from `useAttachments`. @default no files */
  readonly attachments?: AttachmentsState | undefined;
  /** Whether sending has ended for good. @default false */
  readonly isClosed?: boolean | undefined;
  /**
   * Longest message (characters). The service stores at most about 61,000 characters, and fewer if they take several
   * bytes. @default the limit of the service
   */
  readonly maxLength?: number | undefined;
  /** Effect of sending while a turn runs. @default "queue" */
  readonly whenBusy?: WhenBusy | undefined;
}

/**
 * The composer of a session: its text, draft, history and its actions, without a user interface. Only the component that
 * calls this renders at a key press.
 *
 * @example
 * const session = useSessionById(sessionId);
 * const composer = useComposer(session, { draft: useSessionDraft(sessionId) });
 * return <textarea value={composer.value} onChange={(event) => composer.setValue(event.target.value)} />;
 */
export function useComposer(source: Composer, options: UseComposerOptions = {}): ComposerState {
  givenSession("useComposer", source);
  const given = givenOptions(options);
  const { value, defaultValue, isClosed = false, maxLength = Infinity, onValueChange } = given;
  const { whenBusy = "queue" } = given;
  const own = useUnnamedDraft(defaultValue);
  const draft = value === undefined && defaultValue === undefined ? (given.draft ?? own) : own;
  const written = useSyncExternalStore(draft.subscribe, draft.getState, draft.getInitialState);
  const { extras, conflict } = written;
  const controlled = useControlledDraft(own, { value, onValueChange });
  useShownDraft(source.sessionId, value === undefined ? draft : controlled);
  const attachments = useComposerFiles(given.attachments, draft, extras);
  const userId = useOptionalIdentity()?.user;
  const filesOnly = useStrings().composer.filesOnly;
  const facts = { source, attachments, isClosed, maxLength, whenBusy };
  const now = useLatest({ ...facts, draft, value, filesOnly, userId, onValueChange });
  const [core] = useState(() => {
    const text = () => now.current.value ?? now.current.draft.getState().text;
    return createComposerCore(() => ({ ...now.current, text: text() }));
  });
  const told = useSyncExternalStore(core.subscribe, core.getState, core.getState);
  useEndedFault(core, told, source);
  const text = value ?? written.text;
  useSentElsewhere(draft, text, source, userId);
  const blocked = blockOf({ ...facts, text });
  const refused = told.refused === blocked ? blocked : null;
  const model = extras.model ?? told.model;
  const shown = shownOf(source, isClosed, blocked, sendsAs(facts));
  return useMemo(
    () => ({
      ...core,
      ...told,
      ...shown,
      value: text,
      blocked,
      refused,
      conflict: conflict && { mine: text, other: conflict.text },
      attachments,
      model,
      maxLength,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the session changes with every frame, and the shown fields seldom
    [core, told, text, blocked, refused, conflict, attachments, model, maxLength, ...Object.values(shown)],
  );
}

/** The session's state beside the text. */
function shownOf(
  source: Composer,
  isClosed: boolean,
  blocked: ComposerState["blocked"],
  how: ComposerState["sendsAs"],
) {
  // The end of a session pauses it for good.
  const isPaused = source.isPaused === true && !isClosed;
  const { queue = noQueue, removeQueued, stop, steer, pause } = source;
  const canSend = blocked === null;
  const isOffline = source.connection === "offline";
  // A message that waits for the network has begun no turn that one could stop or interrupt.
  const isRunning = source.isRunning === true && !(isOffline && source.isAccepted === false);
  return {
    isRunning,
    awaitsDecision: awaitsDecision(source),
    isPaused,
    queue,
    removeQueued,
    canSend,
    canSteer: canSend && isRunning && steer !== undefined,
    sendsAs: how,
    canStop: isRunning && stop !== undefined,
    canPause: !isPaused && !isClosed && source.created !== false && pause !== undefined,
    resumeOptions: resumeOptionsOf(source, isPaused),
    isOffline,
  };
}

const noQueue: ComposerState["queue"] = [];
const noOptions: readonly ResumeOption[] = [];
const plain: readonly ResumeOption[] = [{ scope: "session" }];

function resumeOptionsOf({ resume, resumeOptions }: Composer, isPaused: boolean): readonly ResumeOption[] {
  if (!isPaused || !resume) return noOptions;
  return resumeOptions && resumeOptions.length > 0 ? resumeOptions : plain;
}
