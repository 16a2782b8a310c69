import { createContext, useContext } from "react";
import { ServiceError } from "../foundation/base-error.js";
import type { HeadersSource } from "../foundation/headers.js";
import type { IdentityScope } from "../identity/identity-scope.js";
import type { PartialMessages } from "../strings/messages.js";

/** How this kit's requests are made. Read at each request, so that what the host changes applies without a remount. */
export interface Transport {
  readonly headers: () => HeadersSource | undefined;
  readonly fetch: () => typeof globalThis.fetch | undefined;
  /** Called with errors that were not thrown to a caller. */
  readonly onError: (error: Error) => void;
}

/** The provider's context. A new object only when a value that a hook shows has changed. */
export interface ServiceContextValue {
  readonly scope: IdentityScope;
  /** Number of scopes that have ended: a change renders every reader once more. See `useIdentityScope`. */
  readonly ended: number;
  /** Where the session proxy is mounted. */
  readonly baseUrl: string;
  /** The same object for the provider's life. */
  readonly transport: Transport;
  /** The host's own words; `useStrings` lays them over the catalogue, so that hooks alone ship none. */
  readonly messages: PartialMessages | undefined;
  /** A BCP 47 tag, if the host gave one. */
  readonly locale: string | undefined;
  readonly dir: "ltr" | "rtl" | undefined;
  /** Whether the browser may ask before the page is closed over unsaved work. */
  readonly asksBeforeUnload: boolean;
}

export const ServiceContext = createContext<ServiceContextValue | null>(null);

/** Shared by all copies of this package on a page: who of them has rendered a provider. */
const copies = Symbol.for("@service/react/copies");

const thisCopy = {};

type WithCopies = typeof globalThis & { [copies]?: Set<object> };

/** Marks that this copy of the package has a provider on the page. */
export function markCopy(): void {
  ((globalThis as WithCopies)[copies] ??= new Set()).add(thisCopy);
}

function hasOtherCopy(): boolean {
  return [...((globalThis as WithCopies)[copies] ?? [])].some((copy) => copy !== thisCopy);
}

/** @throws {ServiceError} with code `provider_missing` outside a `ServiceProvider`. */
export function useServiceContext(): ServiceContextValue {
  const value = useContext(ServiceContext);
  if (value) return value;
  if (hasOtherCopy()) {
    throw new ServiceError(
      "This hook or component is of another copy of @service/react than the ServiceProvider on this page. " +
        "Run `npm ls @service/react` and keep one version; if there is one, let the bundler use one copy " +
        '(in Vite: resolve.dedupe: ["@service/react"]).',
      { code: "provider_missing" },
    );
  }
  throw new ServiceError(
    "This hook or component needs a ServiceProvider above it and found none. Wrap your app: " +
      "<ServiceProvider identity={{ tenant, user }}>…</ServiceProvider>, or identity={null} while signed out.",
    { code: "provider_missing" },
  );
}

export function useOptionalServiceContext(): ServiceContextValue | null {
  return useContext(ServiceContext);
}

/** Whether what a person's list shows is not known: it is wanted, and its person is not signed in yet, or no longer. */
export function isAwaited({ scope }: ServiceContextValue, enabled: boolean): boolean {
  return enabled && scope.identity === null;
}
