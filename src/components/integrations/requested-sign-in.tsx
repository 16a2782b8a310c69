import type { ReactNode } from "react";
import type { IntegrationAuth, IntegrationCredential } from "../../wire/protocol/integrations.js";
import { CredentialFields } from "./credential-fields.js";

interface RequestedSignInProps {
  /** The result of the last check of the source. */
  readonly error: Error | undefined;
  /** The known ways to sign in. @default a token or a password */
  readonly auth?: IntegrationAuth | undefined;
  readonly credential: IntegrationCredential | null;
  readonly onChange: (credential: IntegrationCredential | null) => void;
  readonly disabled: boolean;
}

/** The fields of a sign-in, where the source describes itself only after one. */
export function RequestedSignIn({ error, auth = tokenAuth, ...fields }: RequestedSignInProps): ReactNode {
  return isAuthNeeded(error) ? <CredentialFields {...fields} auth={auth} canKeep /> : null;
}

export function isAuthNeeded(error: Error | undefined): boolean {
  return (error as { code?: string } | undefined)?.code === "integration_auth_needed";
}

const tokenAuth = {
  required: true,
  providedByHost: false,
  schemes: [
    { id: "token", kind: "bearer" },
    { id: "password", kind: "basic" },
  ],
} as const;
