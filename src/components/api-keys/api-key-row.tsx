import { useRef, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useApiKeyStrings } from "../../hooks/use-api-key-strings.js";
import type { ApiKeys } from "../../hooks/use-api-keys.js";
import { useLocale } from "../../hooks/use-strings.js";
import { formatAgo } from "../../strings/format-ago.js";
import { ConfirmQuestion } from "../confirm-question.js";

type Entry = ApiKeys["keys"][number];

interface ApiKeyRowProps {
  readonly entry: Entry;
  /** Null until the reader's clock is known. */
  readonly now: number | null;
  readonly isPending: boolean;
  readonly onRevoke: (() => Promise<void>) | undefined;
}

/** One key of a list. */
export function ApiKeyRow({ entry, now, isPending, onRevoke }: ApiKeyRowProps): ReactNode {
  const strings = useApiKeyStrings();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { id, prefix, access } = entry;
  const name = visibleText(entry.name);
  const leave = () => {
    setAsking(false);
    // Drawn again first: the button takes the place of the question.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <li className="sv-api-key" data-key={id} aria-busy={isPending || undefined}>
      <div className="sv-api-key-head">
        <h3 className="sv-api-key-name" dir="auto">
          {name}
        </h3>
        <span className="sv-api-key-badge">{strings.access[access]}</span>
      </div>
      <p className="sv-api-key-fact">
        <code className="sv-api-key-prefix" dir="ltr">
          {visibleText(prefix)}…
        </code>
      </p>
      {now !== null && <Times entry={entry} now={now} />}
      {onRevoke && isAsking && (
        <ConfirmQuestion
          className="sv-api-key-question"
          question={strings.revokeQuestion(name)}
          confirm={strings.revokeConfirm}
          keep={strings.keep}
          // A failure is reported above the list.
          onConfirm={() => void onRevoke().catch(() => undefined)}
          onLeave={leave}
        />
      )}
      {onRevoke && !isAsking && (
        <button
          type="button"
          ref={button}
          className="sv-button sv-api-key-revoke"
          aria-label={strings.revokeNamed(name)}
          aria-disabled={isPending || undefined}
          onClick={isPending ? undefined : () => setAsking(true)}
        >
          {strings.revoke}
        </button>
      )}
    </li>
  );
}

function Times({ entry, now }: { readonly entry: Entry; readonly now: number }): ReactNode {
  const strings = useApiKeyStrings();
  const { locale } = useLocale();
  const { createdAt, createdBy, lastUsedAt, expiresAt } = entry;
  const ago = (time: string) => formatAgo(new Date(time), new Date(now), locale);
  const author = createdBy ? visibleText(createdBy.name ?? createdBy.id) : null;
  const day = expiresAt === null ? "" : new Date(expiresAt).toLocaleDateString(locale, { dateStyle: "medium" });
  return (
    <>
      <p className="sv-api-key-fact">
        {strings.created(ago(createdAt), author)}
        {" · "}
        {lastUsedAt === null ? strings.neverUsed : strings.used(ago(lastUsedAt))}
      </p>
      {expiresAt !== null && (
        <p className="sv-api-key-fact">{Date.parse(expiresAt) > now ? strings.expires(day) : strings.expired(day)}</p>
      )}
    </>
  );
}
