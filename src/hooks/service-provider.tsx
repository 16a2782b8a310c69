import { useMemo, type ReactNode } from "react";
import type { HeadersSource } from "../foundation/headers.js";
import { isAbort } from "../foundation/on-abort.js";
import type { Identity } from "../identity/identity.js";
import type { PartialMessages } from "../strings/catalogue.js";
import { ServiceContext, type Transport } from "./service-context.js";
import { useIdentityScope } from "./use-identity-scope.js";
import { useLatest } from "./use-latest.js";

/** Props of `ServiceProvider`. */
export interface ServiceProviderProps {
  /**
   * Who is signed in, as the host verified it; null when nobody is, undefined while the host still asks: then nothing
   * private is shown, and drafts and unsent messages are kept until it is known whose they are. Compared by value. A React
   * root that shows its content later mounts its provider with the page, with undefined: the drafts of an identity that no
   * provider of the page has are removed right after the first ones mount.
   */
  readonly identity: Identity | null | undefined;
  /** Where the session proxy is mounted. @default "/api/service" */
  readonly baseUrl?: string | undefined;
  /**
   * Added to every request that the kit makes; a function is asked anew each time. A chat that is answered with 401 asks once
   * more with `refresh: true`, for all its requests together, and tries again. Pictures and downloads of files are fetched
   * by the browser itself, without them: let the proxy's `resolve` know those by a cookie.
   *
   * @default none
   */
  readonly headers?: HeadersSource | undefined;
  /** @default the platform's */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Words that replace the catalogue's. @default English */
  readonly messages?: PartialMessages | undefined;
  /** A BCP 47 tag. @default the reader's own */
  readonly locale?: string | undefined;
  /** Direction of the kit's text. @default the page's own */
  readonly dir?: "ltr" | "rtl" | undefined;
  /** Whatever went wrong and was not thrown to a caller. */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
   * The host's backend answers as somebody else, or with a 401 that stands after one `headers({ refresh: true })`: somebody
   * signed in or out elsewhere. Everything private is gone by then, and hooks stay idle until `identity` changes; set it to
   * undefined while you ask again who is signed in.
   */
  readonly onIdentityChange?: (() => void) | undefined;
  /** The part of the page that uses the kit. @default nothing */
  readonly children?: ReactNode;
}

/**
 * Hands who is signed in to every hook and component below, and ends everything private when that changes. Draws no
 * element of its own. Keep it mounted with `identity={null}` after a sign-out: then nothing stays behind in the storage.
 *
 * @example
 * <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
 *   <ChatConversation conversation="c_1" />
 * </ServiceProvider>
 */
export function ServiceProvider(props: ServiceProviderProps): ReactNode {
  const { identity, baseUrl = "/api/service", messages, locale, dir, onIdentityChange, children } = props;
  const latest = useLatest(props);
  const scope = useIdentityScope(identity, {
    onIdentityChange,
    onDisagreement(error) {
      if (latest.current.onError) latest.current.onError(error);
      else console.error(error.message);
    },
  });
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
    () => ({ scope, baseUrl, transport, messages, locale, dir }),
    [scope, baseUrl, transport, messages, locale, dir],
  );
  return <ServiceContext.Provider value={value}>{children}</ServiceContext.Provider>;
}
