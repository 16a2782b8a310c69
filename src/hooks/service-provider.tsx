import type { ReactNode } from "react";
import type { HeadersSource } from "../foundation/headers.js";
import type { Identity } from "../identity/identity.js";
import type { Messages } from "../strings/messages.js";

export interface ServiceProviderProps {
  /** Who is signed in, as the host verified it; null when nobody is. Compared by value. */
  readonly identity: Identity | null;
  /** Where the session proxy is mounted. @default "/api/service" */
  readonly baseUrl?: string | undefined;
  /** Added to every request of this kit; a function is asked anew each time. */
  readonly headers?: HeadersSource | undefined;
  /** @default the platform's */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Words that replace the catalogue's. */
  readonly messages?: Partial<Messages> | undefined;
  /** A BCP 47 tag. @default the reader's own */
  readonly locale?: string | undefined;
  readonly dir?: "ltr" | "rtl" | undefined;
  /** Whatever went wrong and was not thrown to a caller. */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
   * The host's backend answers as somebody else, so somebody signed in elsewhere. Everything private is gone by then, and
   * hooks stay idle until `identity` changes.
   */
  readonly onIdentityChange?: (() => void) | undefined;
  readonly children?: ReactNode;
}

export function ServiceProvider(_props: ServiceProviderProps): ReactNode {
  throw new Error("not yet");
}
