import { forwardRef, useEffect, useRef, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useApiKeyStrings } from "../../hooks/use-api-key-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import type { ApiKeys } from "../../hooks/use-api-keys.js";
import type { CreatedApiKey } from "../../wire/protocol/organization.js";
import { joinClasses } from "../class-names.js";
import { NoRecords, RecordSection, type RecordListRootProps } from "../record-section.js";
import { useMinute } from "../use-minute.js";
import { useSpoken } from "../use-spoken.js";
import { ApiKeyForm } from "./api-key-form.js";
import { ApiKeyRow } from "./api-key-row.js";
import { NewKey } from "./new-key.js";

type Listed = Pick<ApiKeys, "keys"> & Partial<Pick<ApiKeys, "isLoading" | "error" | "pending" | "refused">>;

/** Props of `ApiKeysView`. */
export interface ApiKeysViewProps extends RecordListRootProps, Listed {
  /** Creates a key. Its token is shown once. @default not offered */
  readonly onCreate?: ApiKeys["create"] | undefined;
  /** Keys whose tokens are shown, until the person is done with each. @default those that `onCreate` gave to this view */
  readonly created?: readonly CreatedApiKey[] | undefined;
  /** Called when the person is done with a token: forget it. @default this view forgets it */
  readonly onDone?: ((created: CreatedApiKey) => void) | undefined;
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
  const { onCreate, created, onDone, onRevoke, onRetry, onDismiss, ...dom } = rest;
  const strings = useApiKeyStrings();
  const errorText = useErrorText();
  const [spoken, say] = useSpoken();
  const [isOpen, setOpen] = useState(false);
  const [own, setOwn] = useState<readonly CreatedApiKey[]>([]);
  const tokens = created ?? own;
  const create: ApiKeys["create"] | undefined =
    onCreate &&
    (async (body) => {
      const made = await onCreate(body);
      if (created === undefined) setOwn((before) => [...before, made]);
      return made;
    });
  const forget = (done: CreatedApiKey) => {
    setOwn((before) => before.filter((one) => one !== done));
    onDone?.(done);
  };
  const isRefused = isRoleRequired(error);
  const isRevoked = useRevoked(tokens, keys, isLoading);
  return (
    <RecordSection
      {...dom}
      words={strings}
      icon="key"
      isLoading={isLoading}
      isEmpty={!isRefused && keys.length === 0 && !isOpen && tokens.length === 0}
      hasRecords={keys.length > 0}
      // Members get a sentence, and no retry.
      error={isRefused ? null : error}
      refusal={refused && strings.revokeFailed(errorText(refused.error))}
      onRetry={onRetry}
      onDismiss={onDismiss}
      spoken={spoken}
      head={
        <>
          {tokens.map((one) => (
            <NewKey key={one.apiKey.id} created={one} isRevoked={isRevoked(one.apiKey.id)} onDone={() => forget(one)} />
          ))}
          {create && (
            <Create
              onCreate={create}
              isOffered={!isRefused}
              isLoading={isLoading}
              hasToken={tokens.length > 0}
              {...{ isOpen, setOpen }}
            />
          )}
        </>
      }
      ref={ref}
      className={joinClasses("sv-api-keys", className)}
    >
      {isRefused && <NoRecords icon="key" title={strings.adminsOnly} />}
      {keys.length > 0 && (
        <Rows {...{ keys, pending, onRevoke }} onRevoked={(name) => say(strings.revoked(visibleText(name)))} />
      )}
    </RecordSection>
  );
});

/** Whether a new key was in the list and is no more. Before the list has it, it is not read again yet. */
function useRevoked(tokens: readonly CreatedApiKey[], keys: ApiKeys["keys"], isLoading: boolean) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const isListed = (id: string) => keys.some((key) => key.id === id);
  const unseen = tokens.map(({ apiKey }) => apiKey.id).filter((id) => isListed(id) && !seen.has(id));
  if (unseen.length > 0) setSeen(new Set([...seen, ...unseen]));
  return (id: string) => seen.has(id) && !isLoading && !isListed(id);
}

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

interface CreateProps {
  readonly onCreate: ApiKeys["create"];
  /** Whether another form may be opened. An open one stays. */
  readonly isOffered: boolean;
  /** Whether that is unknown: the button has its room, and is not there. */
  readonly isLoading: boolean;
  /** Whether a token is in the place of the button. */
  readonly hasToken: boolean;
  /** Whether its form is open. */
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/** The button, or the form in its place. */
function Create({ onCreate, isOffered, isLoading, hasToken, isOpen, setOpen }: CreateProps): ReactNode {
  const strings = useApiKeyStrings();
  const button = useRef<HTMLButtonElement>(null);
  const isReplaced = isOpen || hasToken;
  const wasReplaced = useRef(isReplaced);
  useEffect(() => {
    // The button takes the place of the form, or of the token.
    if (wasReplaced.current && !isReplaced) button.current?.focus();
    wasReplaced.current = isReplaced;
  }, [isReplaced]);
  const leave = () => setOpen(false);
  if (isOpen) return <ApiKeyForm onCreate={onCreate} onCreated={leave} onCancel={leave} />;
  if (hasToken || !isOffered) return null;
  if (isLoading) {
    return (
      <span className="sv-button sv-api-keys-create sv-api-keys-room" aria-hidden="true">
        {strings.form.open}
      </span>
    );
  }
  return (
    <button
      type="button"
      ref={button}
      className="sv-button sv-api-keys-create"
      data-variant="primary"
      onClick={() => setOpen(true)}
    >
      {strings.form.open}
    </button>
  );
}
