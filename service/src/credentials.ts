import { ServiceError } from "@service/sdk/protocol";

/** Whom the service serves, and the key that it admits. */
export interface Credentials {
  /** A UUID. */
  readonly organizationId: string;
  /** A full key of the organization: at least 20 characters, best `svk_` and 64 random hex digits. */
  readonly apiKey: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A key as a request can carry it, and too long to be guessed. */
const key = /^[\x21-\x7e]{20,500}$/;

/**
 * Validates the given credentials.
 *
 * @throws {ServiceError} `credentials_missing` when one is required and absent, `credentials_unfit` when one is
 *   invalid. Neither message contains the key.
 */
export function checkCredentials(given: Partial<Credentials> | undefined, isNeeded: boolean): Credentials | undefined {
  if (given === undefined && !isNeeded) return undefined;
  const { organizationId = "", apiKey = "" } = given ?? {};
  if (organizationId === "" || apiKey === "") {
    const missing = [organizationId === "" ? "organizationId" : [], apiKey === "" ? "apiKey" : []].flat();
    throw new ServiceError(
      `Set ${missing.map((name) => `\`credentials.${name}\``).join(" and ")}: every process on one database serves the same organization by the same key. (The command reads SERVICE_ORGANIZATION_ID and SERVICE_API_KEY.)`,
      { code: "credentials_missing" },
    );
  }
  if (!uuid.test(organizationId)) throw unfit("`credentials.organizationId` is no UUID. Make one with `uuidgen`.");
  if (!key.test(apiKey)) {
    throw unfit(
      "`credentials.apiKey` has fewer than 20 characters, more than 500, or some that no header carries. Make one with `echo svk_$(openssl rand -hex 32)`.",
    );
  }
  return { organizationId: organizationId.toLowerCase(), apiKey };
}

function unfit(message: string): ServiceError {
  return new ServiceError(message, { code: "credentials_unfit" });
}
