import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useApiKeyStrings } from "../../hooks/use-api-key-strings.js";
import type { CreatedApiKey } from "../../wire/protocol/organization.js";
import { SecretRecord } from "../secret-record.js";

interface NewKeyProps {
  readonly created: CreatedApiKey;
  readonly onDone: () => void;
}

/** A key that was just created, with its token. */
export function NewKey({ created: { apiKey, token }, onDone }: NewKeyProps): ReactNode {
  const strings = useApiKeyStrings().token;
  return (
    <SecretRecord title={strings.title(visibleText(apiKey.name))} words={strings} secret={token} onDone={onDone} />
  );
}
