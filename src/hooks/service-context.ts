import { createContext, useContext } from "react";
import { ServiceError } from "../foundation/base-error.js";
import type { HeadersSource } from "../foundation/headers.js";
import type { IdentityScope } from "../identity/identity-scope.js";
import type { PartialMessages } from "../strings/catalogue.js";

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
  /** Where the session proxy is mounted. */
  readonly baseUrl: string;
  /** The same object for the provider's life. */
  readonly transport: Transport;
  /** The host's own words; `useStrings` lays them over the catalogue, so that hooks alone ship none. */
  readonly messages: PartialMessages | undefined;
  /** A BCP 47 tag; undefined = the reader's own. */
  readonly locale: string | undefined;
  readonly dir: "ltr" | "rtl" | undefined;
}

export const ServiceContext = createContext<ServiceContextValue | null>(null);

/** @throws {ServiceError} with code `provider_missing` outside a `ServiceProvider`. */
export function useServiceContext(): ServiceContextValue {
  const value = useContext(ServiceContext);
  if (value) return value;
  throw new ServiceError(
    "This hook or component needs a ServiceProvider above it and found none. Wrap your app: " +
      "<ServiceProvider identity={{ tenant, user }}>…</ServiceProvider>, or identity={null} while signed out.",
    { code: "provider_missing" },
  );
}

export function useOptionalServiceContext(): ServiceContextValue | null {
  return useContext(ServiceContext);
}
