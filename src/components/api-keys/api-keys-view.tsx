import { forwardRef, useEffect, useRef, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useApiKeyStrings } from "../../hooks/use-api-key-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import type { ApiKeys } from "../../hooks/use-api-keys.js";
import type { CreatedApiKey } from "../../wire/protocol/organization.js";
import { joinClasses } from "../class-names.js";
import { NoRecords, RecordSection, type RecordListRootProps } from "../record-section.js";
import { useMinute } from "../use-minute.js";
import { ApiKeyForm } from "./api-key-form.js";
import { ApiKeyRow } from "./api-key-row.js";
import { NewKey } from "./new-key.js";

type Listed = Pick<ApiKeys, "keys"> & Partial<Pick<ApiKeys, "isLoading" | "error" | "pending" | "refused">>;

/** Props of `ApiKeysView`. */
export interface ApiKeysViewProps extends RecordListRootProps, Listed {
  /** Creates a key. Its token is shown once. @default not offered */
  readonly onCreate?: ApiKeys["create"] | undefined;
  /** Revokes a key. @default not offered */
  readonly onRevoke?: ApiKeys["revoke"] | undefined;
  /** Reloads the list. */
  readonly onRetry?: (() => void) | undefined;
  /** Dismisses the message about a failed revocation. */
  readonly onDismiss?: (() => void) | undefined;
}

/** A list of API keys with their permissions and last use. Admins create and revoke keys here. */
export const ApiKeysView = forwardRef<HTMLElement, ApiKeysViewProps>(function ApiKeysView(props, ref) {
  const { keys, isLoading = false, error, pending, refused, className, ...rest } = props;
  const { onCreate, onRevoke, onRetry, onDismiss, ...dom } = rest;
  const strings = useApiKeyStrings();
  const errorText = useErrorText();
  const [revoked, setRevoked] = useState<string | null>(null);
  const [shown, setShown] = useState<CreateStep>("button");
  const isRefused = isRoleRequired(error);
  return (
    <RecordSection
      {...dom}
      words={strings}
      icon="key"
      isLoading={isLoading}
      isEmpty={!isRefused && keys.length === 0 && shown === "button"}
      // Members get a sentence, and no retry.
      error={isRefused ? null : error}
      refusal={refused && strings.revokeFailed(errorText(refused.error))}
      onRetry={onRetry}
      onDismiss={onDismiss}
      spoken={revoked === null ? "" : strings.revoked(visibleText(revoked))}
      head={onCreate && !isRefused && !isLoading && <Create {...{ onCreate, shown, setShown }} />}
      ref={ref}
      className={joinClasses("sv-api-keys", className)}
    >
      {isRefused && <NoRecords icon="key" title={strings.adminsOnly} />}
      {keys.length > 0 && <Rows {...{ keys, pending, onRevoke }} onRevoked={setRevoked} />}
    </RecordSection>
  );
});

type RowsProps = Pick<ApiKeysViewProps, "keys" | "onRevoke"> & {
  readonly pending: ApiKeys["pending"] | undefined;
  readonly onRevoked: (name: string) => void;
};

function Rows({ keys, pending, onRevoke, onRevoked }: RowsProps): ReactNode {
  const now = useMinute();
  const revoke = async ({ id, name }: RowsProps["keys"][number]) => {
    await onRevoke?.(id);
    onRevoked(name);
  };
  return (
    <ul className="sv-record-rows">
      {keys.map((entry) => (
        <ApiKeyRow
          key={entry.id}
          entry={entry}
          now={now}
          isPending={pending?.has(entry.id) === true}
          onRevoke={onRevoke && (() => revoke(entry))}
        />
      ))}
    </ul>
  );
}

function isRoleRequired(error: Error | null | undefined): boolean {
  return error != null && "code" in error && error.code === "role_required";
}

/** Which step of a new key is shown. The token is only in this state, and is dropped with it. */
type CreateStep = "button" | "form" | CreatedApiKey;

interface CreateProps {
  readonly onCreate: ApiKeys["create"];
  readonly shown: CreateStep;
  readonly setShown: (step: CreateStep) => void;
}

/** The button, then the form, then the new key. */
function Create({ onCreate, shown, setShown }: CreateProps): ReactNode {
  const strings = useApiKeyStrings();
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    // The button takes the place of the form.
    if (before.current !== "button" && shown === "button") button.current?.focus();
    before.current = shown;
  }, [shown]);
  const leave = () => setShown("button");
  if (shown === "form") return <ApiKeyForm onCreate={onCreate} onCreated={setShown} onCancel={leave} />;
  if (shown !== "button") return <NewKey created={shown} onDone={leave} />;
  return (
    <button
      type="button"
      ref={button}
      className="sv-button sv-api-keys-create"
      data-variant="primary"
      onClick={() => setShown("form")}
    >
      {strings.form.open}
    </button>
  );
}
