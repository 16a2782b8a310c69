import { useEffect, useMemo, useState, type ReactNode } from "react";
import { warnDeprecated } from "../foundation/deprecated.js";
import { hintOnce } from "../foundation/development.js";
import type { HeadersSource } from "../foundation/headers.js";
import { isAbort } from "../foundation/on-abort.js";
import type { Identity } from "../identity/identity.js";
import { knownLocale } from "../strings/known-locale.js";
import type { PartialMessages } from "../strings/messages.js";
import { markCopy, ServiceContext, type Transport } from "./service-context.js";
import { useAskWhileUnsent } from "./unsent-work.js";
import { useIdentityScope } from "./use-identity-scope.js";
import { useLatest } from "./use-latest.js";

/** Props of `ServiceProvider`. */
export interface ServiceProviderProps {
  /**
   * The signed-in person, as the host verified them; null when signed out, undefined while the host still asks: then
   * nothing private is shown, and drafts and unsent messages are kept until it is known whose they are. Compared by
   * value. A React root that shows its content later must mount its provider with the page, with undefined: drafts of
   * identities without a provider on the page are removed right after the first providers mount.
   */
  readonly identity: Identity | null | undefined;
  /** Where the session proxy is mounted. @default "/api/service" */
  readonly baseUrl?: string | undefined;
  /**
   * Headers for every request of the kit; a function is called for each request. After a 401, a chat calls it once more
   * with `refresh: true`, for all its requests together, and retries. The browser loads pictures and downloads without
   * these headers, so `resolve` of the proxy must also accept a cookie for them.
   *
   * @default none
   */
  readonly headers?: HeadersSource | undefined;
  /** @default the platform's */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Strings that replace those of the catalogue. @default English */
  readonly strings?: PartialMessages | undefined;
  /** The old name of `strings`. @deprecated Use `strings`. @default English */
  readonly messages?: PartialMessages | undefined;
  /**
   * A BCP 47 tag. An invalid tag is ignored.
   * @default the reader's locale; with English strings, English in the reader's region
   */
  readonly locale?: string | undefined;
  /** Direction of the kit's text. @default the page's own */
  readonly dir?: "ltr" | "rtl" | undefined;
  /**
   * Called once with each error that a conversation on the page shows, and with errors that no caller receives. Also
   * called if a promise, such as that of `sendMessage` or `answer`, rejects with the error. To show each error once,
   * report it only here and ignore the rejection, which never counts as unhandled. Or skip the errors here that you
   * caught: the error is the same object, and the promise rejects after this call.
   *
   * @default nothing
   */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
   * The host's backend answered as another person, or with a 401 after one `headers({ refresh: true })`: the person
   * signed in or out elsewhere, or the sign-in expired. Private data leaves the page before this call, and hooks stay
   * idle until `identity` changes; set it to undefined while you ask again who is signed in. After a 401, drafts and
   * unsent messages are kept until then, and longer while `identity` is undefined: keep it so while the person signs in
   * again. Null or another person removes them.
   *
   * If you give the same person again and the backend still answers 401, the page shows the error with "Try again". The
   * kit asks the backend again after growing waits, and calls this again after a minute.
   */
  readonly onIdentityChange?: (() => void) | undefined;
  /**
   * Whether the browser asks before the page is closed, left or loaded again while it would lose work of this person: a
   * message that is not sent, a file that is not uploaded, changed words of a form. Set it to false where the page must
   * close without a question, as in Electron, which ignores the close instead of asking.
   *
   * @default true
   */
  readonly askBeforeUnload?: boolean | undefined;
  /** The part of the page that uses the kit. @default nothing */
  readonly children?: ReactNode;
}

const oldMessages = { name: "`messages` of ServiceProvider", instead: "Pass `strings`.", removedIn: "0.3" };

/**
 * Provides the signed-in user to all hooks and components below it, and removes private data when the user changes.
 * Renders no element. After a sign-out, keep it mounted with `identity={null}`, so that it clears the storage.
 *
 * @example
 * <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
 *   <ChatConversation conversation="c_1" />
 * </ServiceProvider>
 */
export function ServiceProvider(props: ServiceProviderProps): ReactNode {
  const { identity, dir, askBeforeUnload: asks = true, onIdentityChange, children } = props;
  // Null, from JavaScript, stands for the default.
  const baseUrl = props.baseUrl ?? "/api/service";
  const locale = useKnownLocale(props.locale ?? undefined);
  const messages = props.strings ?? props.messages;
  const isOld = props.messages !== undefined;
  useEffect(() => {
    if (isOld) warnDeprecated(oldMessages);
  }, [isOld]);
  const latest = useLatest(props);
  useState(markCopy);
  const { scope, ended } = useIdentityScope(identity, {
    onIdentityChange,
    onDisagreement(error) {
      if (latest.current.onError) latest.current.onError(error);
      else console.error(`[service] ${error.message}`);
    },
  });
  useAskWhileUnsent(scope, asks);
  const transport = useMemo<Transport>(
    () => ({
      headers: () => latest.current.headers,
      fetch: () => latest.current.fetch,
      onError(error) {
        if (!isAbort(error)) latest.current.onError?.(error);
      },
    }),
    [latest],
  );
  const value = useMemo(
    () => ({ scope, ended, baseUrl, transport, messages, locale, dir, asksBeforeUnload: asks }),
    [scope, ended, baseUrl, transport, messages, locale, dir, asks],
  );
  return <ServiceContext.Provider value={value}>{children}</ServiceContext.Provider>;
}

function useKnownLocale(tag: string | undefined): string | undefined {
  const known = knownLocale(tag);
  const isUnknown = tag !== undefined && known === undefined;
  useEffect(() => {
    if (isUnknown) hintOnce(`The locale "${tag}" is no BCP 47 tag, such as "de" or "pt-BR". The reader's own is used.`);
  }, [isUnknown, tag]);
  return known;
}
