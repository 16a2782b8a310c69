import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useApiKeyStrings } from "../../hooks/use-api-key-strings.js";
import type { CreatedApiKey } from "../../wire/protocol/organization.js";
import { SecretRecord } from "../secret-record.js";

interface NewKeyProps {
  readonly created: CreatedApiKey;
  /** Whether it was revoked meanwhile: then its token is of no use, and is not shown. */
  readonly isRevoked: boolean;
  readonly onDone: () => void;
}

/** A key that was just created, with its token. */
export function NewKey({ created: { apiKey, token }, isRevoked, onDone }: NewKeyProps): ReactNode {
  const strings = useApiKeyStrings();
  const words = strings.token;
  const name = visibleText(apiKey.name);
  if (!isRevoked) return <SecretRecord title={words.title(name)} words={words} secret={token} onDone={onDone} />;
  return (
    <SecretRecord title={strings.revoked(name)} words={words} secret={null} onDone={onDone}>
      <p className="sv-part">
        <bdi className="sv-part">{words.revoked}</bdi>
      </p>
    </SecretRecord>
  );
}
