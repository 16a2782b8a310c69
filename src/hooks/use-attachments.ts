import { useEffect } from "react";
import { useStore } from "zustand/react";
import {
  createAttachments,
  type Attachments,
  type AttachmentsOptions,
} from "../conversation/attachments/attachments.js";
import type { AttachmentsState } from "../conversation/attachments/attachment.js";
import { isOnPageOnly } from "../conversation/attachments/lost-files.js";
import { randomId } from "../foundation/random-id.js";
import { config } from "../api/routes/access.js";
import { beginUpload, completeUpload, uploadContent } from "../api/routes/files.js";
import { xhrUpload, type Upload } from "../api/send-bytes.js";
import { browserWake } from "./browser-wake.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import { shareClient, type SessionId } from "./session-source.js";
import { shareUnsentWork } from "./unsent-work.js";
import { givenOptions } from "./given-options.js";

export type * from "../conversation/attachments/attachment.js";
export type { Upload, UploadRequest } from "../api/send-bytes.js";

/** Options of `useAttachments`. */
export interface UseAttachmentsOptions {
  /** The session whose message they are for; files of one are not another's. @default none yet */
  readonly sessionId?: SessionId;
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** When false, nothing can be attached and nothing is asked. @default true */
  readonly enabled?: boolean | undefined;
  /** The most files of one message. Read when the first component asks for this session's. @default 10 */
  readonly maxFiles?: number | undefined;
  /** Kinds of files, as in an `accept` attribute. Read as `maxFiles` is. @default every kind */
  readonly accept?: string | undefined;
  /** Sends the bytes. Read as `maxFiles` is. @default XMLHttpRequest, or the provider's `fetch` where it was given one */
  readonly upload?: Upload | undefined;
}

/**
 * The files of a session's next message: chosen, uploaded with progress, tried again, taken along. Components of the same
 * identity and session share them, and they are gone with the identity.
 *
 * @example
 * const attachments = useAttachments({ sessionId });
 * <ComposerView composer={session} attachments={attachments} />
 */
export function useAttachments(options: UseAttachmentsOptions = {}): AttachmentsState {
  const given = givenOptions(options);
  const context = useServiceContext();
  const isActive = (given.enabled ?? true) && context.scope.identity !== null;
  const attachments = isActive ? shareAttachments(context, given) : undefined;
  useEffect(() => {
    if (!attachments) return undefined;
    attachments.start();
    return context.scope.retain(keyOf(context, given), attachments);
    // oxlint-disable-next-line react/exhaustive-deps -- the key is the attachments' own
  }, [attachments, context.scope]);
  return useStore((attachments ?? disabled).store);
}

function keyOf({ baseUrl }: ServiceContextValue, { sessionId, workspaceId }: UseAttachmentsOptions): string {
  return JSON.stringify(["attachments", baseUrl, workspaceId ?? null, sessionId ?? null]);
}

function shareAttachments(context: ServiceContextValue, options: UseAttachmentsOptions): Attachments {
  const { workspaceId, maxFiles, accept } = options;
  const { scope } = context;
  const key = keyOf(context, options);
  return scope.lend(key, () => {
    const client = shareClient(context);
    const limits = shareLimits(context);
    const made = createAttachments({
      calls: {
        begin: (body, signal) => beginUpload(client, body, { workspaceId, signal }),
        send: (begun, content, { signal, onProgress }) =>
          uploadContent(client, begun, content, { signal, onProgress, upload: uploadFor(context, options.upload) }),
        complete: (uploadId, signal) => completeUpload(client, uploadId, { workspaceId, signal }),
      },
      readLimits: limits.read,
      newId: randomId,
      maxFiles,
      accept,
      network: browserNetwork,
      kept: keptNames(scope, key),
      onError: limits.report,
    });
    watchFiles(context, options, made);
    return made;
  });
}

/** The server's limits, the same for all sessions: read once, and again after a failure, which is reported once. */
function shareLimits(context: ServiceContextValue) {
  const { scope, transport, baseUrl } = context;
  return scope.share(JSON.stringify(["file-limits", baseUrl]), () => {
    let reading: ReturnType<AttachmentsOptions["readLimits"]> | null = null;
    let reported: Error | null = null;
    const request = async () => {
      try {
        const { fileUploads } = await config(shareClient(context), { signal: scope.signal });
        return fileUploads ?? { enabled: false, maxSizeBytes: 0 };
      } catch (cause) {
        reading = null;
        throw cause;
      }
    };
    return {
      read: () => (reading ??= request()),
      report: (error: Error) => {
        if (error !== reported) transport.onError(error);
        reported = error;
      },
      dispose() {},
    };
  });
}

/** In the storage of the person. The name has the session's id, so that it is erased with the session. */
function keptNames({ storage }: ServiceContextValue["scope"], key: string): AttachmentsOptions["kept"] {
  const name = `files/${key}`;
  return {
    read: () => storage.get(name),
    write: (names) => (names === null ? storage.remove(name) : storage.set(name, names)),
  };
}

/** Keeps attachments with files while no component uses them: a file may not be in a draft yet, and has its picture. */
function watchFiles(context: ServiceContextValue, options: UseAttachmentsOptions, made: Attachments): void {
  const { scope } = context;
  const { sessions } = shareFilled(context);
  let release: (() => void) | undefined;
  made.store.subscribe(({ attachments }) => {
    shareUnsentWork(scope).note(made, attachments.some(isOnPageOnly) ? 0 : Infinity);
    if (attachments.length > 0) {
      release ??= scope.retain(keyOf(context, options), made);
      sessions.set(made, options.sessionId);
    } else {
      release?.();
      release = undefined;
      sessions.delete(made);
    }
  });
}

/** The attachments that have files, with their sessions. */
function shareFilled({ scope }: ServiceContextValue) {
  return scope.share("filled-attachments", () => ({ sessions: new Map<Attachments, SessionId>(), dispose() {} }));
}

/** Removes the files of a deleted session, and ends their uploads. */
export function forgetFiles(context: ServiceContextValue, sessionId: string): void {
  for (const [made, of] of shareFilled(context).sessions) {
    if (of === sessionId) for (const { id } of made.store.getState().attachments) made.store.getState().remove(id);
  }
}

/** Every way of sending carries this identity alone. */
function uploadFor({ scope, transport, baseUrl }: ServiceContextValue, given: Upload | undefined): Upload | undefined {
  const upload = given ?? (transport.fetch() || typeof XMLHttpRequest === "undefined" ? undefined : xhrUpload);
  if (!upload) return undefined;
  return ({ url, method, headers, body, signal }, onProgress) => {
    const send: typeof fetch = (_url, init) =>
      upload({ url, method, headers: new Headers(init?.headers), body, signal: init?.signal ?? null }, onProgress);
    return scope.guardFetch(baseUrl, () => send)(url, { headers, signal });
  };
}

const browserNetwork = {
  isOnline: () => typeof navigator === "undefined" || navigator.onLine,
  onOnline: browserWake,
};

/** Placeholder attachments while signed out or disabled. */
const disabled: Pick<Attachments, "store"> = createAttachments({
  calls: { begin: never, send: never, complete: never },
  readLimits: never,
  newId: randomId,
});

function never(): Promise<never> {
  return new Promise(() => {});
}
