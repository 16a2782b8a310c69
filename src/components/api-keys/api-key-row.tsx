import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useApiKeyStrings } from "../../hooks/use-api-key-strings.js";
import type { ApiKeys } from "../../hooks/use-api-keys.js";
import { useLocale } from "../../hooks/use-strings.js";
import { formatAgo } from "../../strings/format-ago.js";
import { RecordHeading } from "../record-heading.js";
import { RecordHead } from "../record-menu.js";
import { useHeadRemoval } from "../removal.js";

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
  const { id, prefix, access } = entry;
  const name = visibleText(entry.name);
  const isExpired = now !== null && entry.expiresAt !== null && Date.parse(entry.expiresAt) <= now;
  const removal = useHeadRemoval({
    label: strings.revoke,
    accessibleLabel: strings.revokeNamed(name),
    isPending,
    question: strings.revokeQuestion(name),
    confirm: strings.revokeConfirm,
    keep: strings.keep,
    // A failure is reported above the list.
    onRemove: onRevoke && (() => void onRevoke().catch(() => undefined)),
  });
  return (
    <li className="sv-record sv-api-key" data-key={id} aria-busy={isPending || undefined}>
      <RecordHead menu={removal.menu}>
        <RecordHeading dir="auto">{name}</RecordHeading>
        <span className="sv-record-badge">{strings.access[access]}</span>
        {isExpired && (
          <span className="sv-record-badge" data-tone="warn">
            {strings.isExpired}
          </span>
        )}
      </RecordHead>
      <p className="sv-record-fact">
        <code className="sv-api-key-prefix" dir="ltr" translate="no">
          {`${visibleText(prefix)}…`}
        </code>
      </p>
      {now !== null && <Times {...{ entry, now, isExpired }} />}
      {removal.question}
    </li>
  );
}

interface TimesProps {
  readonly entry: Entry;
  readonly now: number;
  readonly isExpired: boolean;
}

function Times({ entry, now, isExpired }: TimesProps): ReactNode {
  const strings = useApiKeyStrings();
  const { locale } = useLocale();
  const { createdAt, createdBy, lastUsedAt, expiresAt } = entry;
  const ago = (time: string) => formatAgo(new Date(time), new Date(now), locale);
  const author = createdBy ? visibleText(createdBy.name ?? createdBy.id) : null;
  const day = expiresAt === null ? "" : new Date(expiresAt).toLocaleDateString(locale, { dateStyle: "medium" });
  return (
    <>
      <p className="sv-record-fact">
        {`${strings.created(ago(createdAt), author)} · ${lastUsedAt === null ? strings.neverUsed : strings.used(ago(lastUsedAt))}`}
      </p>
      {expiresAt !== null && (
        <p className="sv-record-fact">{isExpired ? strings.expired(day) : strings.expires(day)}</p>
      )}
    </>
  );
}
