import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationDeliveries, SourceDelivery } from "../../hooks/use-automation-deliveries.js";
import type { AutomationRun, AutomationSource } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { useErrorText, useLocale, useStrings } from "../../hooks/use-strings.js";
import { formatWhen } from "../../strings/format.js";
import { LoadFailure } from "../list-notice.js";
import { SessionLink, type SessionLinkTargets } from "../session-link.js";
import { RecordHeading } from "../record-heading.js";
import { plainTitle } from "./plain-name.js";

export type ShownDeliveries = Pick<AutomationDeliveries, "deliveries"> &
  Partial<Pick<AutomationDeliveries, "isLoading" | "error" | "refresh">>;

interface DeliveryListProps extends SessionLinkTargets {
  readonly source: AutomationSource;
  readonly shown: ShownDeliveries;
  /** By trigger id; a trigger that was removed has none. */
  readonly triggerNames: ReadonlyMap<string, string>;
  /** Null until the reader's clock is known. */
  readonly now: number | null;
}

/** The latest deliveries to a source, newest first, and their results. */
export function DeliveryList({ source, shown, triggerNames, now, hrefOf, onOpen }: DeliveryListProps): ReactNode {
  const { deliveries, isLoading = false, error = null, refresh } = shown;
  const strings = useAutomationStrings();
  const words = strings.deliveries;
  const { lastRefusal } = source;
  const later = (at: string) => deliveries.filter(({ event }) => event.createdAt > at).length;
  const row = (delivery: SourceDelivery) => (
    <DeliveryRow key={delivery.event.id} {...{ delivery, triggerNames, now, hrefOf, onOpen }} />
  );
  const place = lastRefusal === null ? deliveries.length : later(lastRefusal.at);
  const isEmpty = !isLoading && error === null && deliveries.length === 0 && lastRefusal === null;
  return (
    <div className="sv-automation-deliveries" aria-busy={isLoading || undefined}>
      <RecordHeading>{words.label}</RecordHeading>
      {error && (
        <LoadFailure
          error={error}
          failed={(reason, isShown) => words.failed(reason, isShown)}
          isShown={deliveries.length > 0}
          retry={strings.retry}
          onRetry={refresh}
        />
      )}
      {isLoading && <p className="sv-record-fact">{words.loading}</p>}
      {isEmpty && <p className="sv-record-fact">{words.none}</p>}
      <ul className="sv-record-rows sv-automation-rows">
        {deliveries.slice(0, place).map(row)}
        {lastRefusal !== null && !isLoading && (
          <li className="sv-automation-delivery" data-outcome="refused">
            <p className="sv-record-head">
              <span className="sv-automation-refusal">{words.refused(lastRefusal.code)}</span>
              <When at={lastRefusal.at} now={now} />
            </p>
          </li>
        )}
        {deliveries.slice(place).map(row)}
      </ul>
    </div>
  );
}

interface DeliveryRowProps extends SessionLinkTargets, Pick<DeliveryListProps, "triggerNames" | "now"> {
  readonly delivery: SourceDelivery;
}

function DeliveryRow({ delivery, triggerNames, now, hrefOf, onOpen }: DeliveryRowProps): ReactNode {
  const { event, runs } = delivery;
  const words = useAutomationStrings().deliveries;
  const { type, subject, kind, ignoredReason, repeats, createdAt } = event;
  return (
    <li className="sv-automation-delivery" data-outcome={outcomeOf(delivery)}>
      <p className="sv-record-head">
        <span className="sv-automation-type" dir="auto" title={visibleText(type)}>
          {plainTitle(type)}
        </span>
        {subject !== null && (
          <span className="sv-automation-subject" dir="auto">
            {visibleText(subject)}
          </span>
        )}
        {kind === "manual" && <span className="sv-record-badge">{words.test}</span>}
        <When at={createdAt} now={now} />
      </p>
      {ignoredReason !== null && <p className="sv-record-fact">{words.ignored(ignoredReason)}</p>}
      {ignoredReason === null &&
        runs.map((run) => (
          <RunLine key={run.id} run={run} name={triggerNames.get(run.triggerId)} {...{ hrefOf, onOpen }} />
        ))}
      {repeats > 0 && <p className="sv-record-fact">{words.repeated(repeats)}</p>}
    </li>
  );
}

function outcomeOf({ event, runs }: SourceDelivery): string {
  if (event.ignoredReason !== null) return "ignored";
  return runs.some(({ status }) => status === "failed") ? "failed" : "started";
}

interface RunLineProps extends SessionLinkTargets {
  readonly run: AutomationRun;
  readonly name: string | undefined;
}

function RunLine({ run, name: known, hrefOf, onOpen }: RunLineProps): ReactNode {
  const words = useAutomationStrings().deliveries;
  const errorText = useErrorText();
  const name = known === undefined ? words.removedTrigger : visibleText(known);
  const { status, sessionId, error } = run;
  const told: Readonly<Record<string, () => string>> = {
    dispatched: () => words.started(name),
    skipped: () => words.skipped(name),
    failed: () => words.couldNotStart(name, visibleText(errorText(error?.message ?? ""))),
  };
  return (
    <p className="sv-record-fact sv-automation-run" data-run={status}>
      <span className="sv-part" dir="auto">
        {(told[status] ?? (() => words.starting(name)))()}
      </span>
      {sessionId !== null && (
        <SessionLink text={words.open} label={words.openNamed(name)} {...{ sessionId, hrefOf, onOpen }} />
      )}
    </p>
  );
}

/** With the time of day, by which a person finds the delivery in the sender's own log. */
function When({ at, now }: { readonly at: string; readonly now: number | null }): ReactNode {
  const { units } = useStrings();
  const { locale } = useLocale();
  if (now === null) return null;
  const date = new Date(at);
  return (
    <time className="sv-automation-when" dateTime={at} title={units.dateTime(date, locale)}>
      {formatWhen(date, new Date(now), locale)}
    </time>
  );
}
