/** Authentication of sources that describe none: an access token, or a name with a password. */
import { ServiceApiError, type IntegrationAuth, type IntegrationCredential } from "@service/sdk/protocol";
import { authenticationOf, noAuthentication, schemeFor, type Authentication } from "./credential.js";
import { unfitSource } from "./unfit.js";

export const remoteAuth: IntegrationAuth = {
  required: false,
  providedByHost: false,
  schemes: [
    { id: "token", kind: "bearer" },
    { id: "password", kind: "basic" },
  ],
};

/** @throws {ServiceApiError} 422 for a scheme that is none of these. */
export function remoteAuthentication(credential: IntegrationCredential | null): Authentication {
  if (credential === null) return noAuthentication;
  const scheme = schemeFor(remoteAuth, credential);
  if (scheme === null) throw unfitSource('The credential names no way to authenticate. Take "token" or "password".');
  return authenticationOf(scheme, credential);
}

/** The source requires authentication before it describes itself. `details.auth` has the schemes. */
export function credentialWanted(hasOne: boolean): ServiceApiError {
  return new ServiceApiError(
    hasOne
      ? "The source did not accept the credential."
      : "The source requires a credential to be read. Add a credential.",
    { status: 422, code: "integration_auth_needed", details: { auth: { ...remoteAuth, required: true } } },
  );
}
