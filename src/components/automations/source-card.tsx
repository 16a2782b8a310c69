import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationDelivery, AutomationSource, AutomationTrigger } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { useLocale } from "../../hooks/use-strings.js";
import { formatDateTime } from "../../strings/format.js";
import { Details } from "../details.js";
import type { SessionLinkTargets } from "../session-link.js";
import { useAsking } from "../use-asking.js";
import { plainTitle } from "./plain-name.js";
import { DeliveryList, type ShownDeliveries } from "./delivery-list.js";
import { RevealedSecret } from "./revealed-secret.js";
import { SourceButtons, SourceMenu, type SourceActions } from "./source-buttons.js";
import type { MadeSource } from "./source-form.js";
import { TriggerRow, type TriggerActions } from "./trigger-row.js";
import { WebhookAddress } from "./webhook-address.js";
import { RecordHeading, WithinRecord } from "../record-heading.js";
import { RecordHead } from "../record-menu.js";

interface SourceCardProps extends SourceActions, Partial<SessionLinkTargets> {
  readonly source: AutomationSource;
  readonly triggers: readonly AutomationTrigger[];
  readonly pending?: ReadonlyMap<string, string> | undefined;
  readonly webhookBaseUrl: string | null;
  readonly now: number | null;
  /** Its deliveries, while they are shown. */
  readonly deliveries: ShownDeliveries | null;
  /** A form about the source or one of its triggers. */
  readonly form: ReactNode;
  /** The trigger that the form replaces. */
  readonly editedTriggerId: string | null;
  readonly made: MadeSource | null;
  readonly onDone?: ((made: MadeSource) => void) | undefined;
  /** Result of the last test event. */
  readonly tested: AutomationDelivery | null;
}

/** One source: its address, triggers, received events and actions. */
export function SourceCard(props: SourceCardProps): ReactNode {
  const { source, triggers, pending, webhookBaseUrl, deliveries, now, form, editedTriggerId, made, tested } = props;
  const strings = useAutomationStrings();
  const { isAsking, ask, leave, button } = useAsking();
  const isRemoved = source.status === "disabled";
  const isOfTrigger = triggers.some(({ id }) => id === editedTriggerId);
  return (
    <li
      className="sv-record sv-automation"
      data-source={source.id}
      data-status={source.status}
      aria-busy={pending?.has(source.id) || undefined}
    >
      <CardHead source={source}>
        <SourceMenu {...props} ask={ask} button={button} />
      </CardHead>
      <WithinRecord>
        {made?.isNew === false && <RevealedSecret made={made} webhookBaseUrl={webhookBaseUrl} onDone={props.onDone} />}
        <OldSecret source={source} isClocked={now !== null} />
        {triggers.length > 0 && (
          <ul className="sv-record-rows">
            {triggers.map((trigger) =>
              trigger.id === editedTriggerId ? (
                <li key={trigger.id} className="sv-automation-trigger">
                  {form}
                </li>
              ) : (
                <TriggerRow
                  key={trigger.id}
                  trigger={trigger}
                  isPending={pending?.has(trigger.id) === true}
                  {...(!isRemoved && triggerActions(props))}
                />
              ),
            )}
          </ul>
        )}
        {triggers.length === 0 && !isRemoved && !form && <p className="sv-record-fact">{strings.triggers.none}</p>}
        {!isOfTrigger && form}
        {tested !== null && <TestOutcome delivery={tested} />}
        <SourceButtons {...props} hasForm={Boolean(form) && !isOfTrigger} isAsking={isAsking} leave={leave} />
        {made === null && !isRemoved && (
          <Details summary={strings.address}>
            <WebhookAddress source={source} baseUrl={webhookBaseUrl} isNamed={false} />
          </Details>
        )}
        {deliveries !== null && (
          <DeliveryList
            source={source}
            shown={deliveries}
            triggerNames={new Map(triggers.map(({ id, name }) => [id, name]))}
            now={now}
            hrefOf={props.hrefOf}
            onOpen={props.onOpen}
          />
        )}
      </WithinRecord>
    </li>
  );
}

const triggerActions = (props: TriggerActions): TriggerActions => ({
  onEditTrigger: props.onEditTrigger,
  onPauseTrigger: props.onPauseTrigger,
  onResumeTrigger: props.onResumeTrigger,
  onRemoveTrigger: props.onRemoveTrigger,
});

function CardHead({
  source,
  children,
}: {
  readonly source: AutomationSource;
  readonly children: ReactNode;
}): ReactNode {
  const strings = useAutomationStrings();
  const { name, adapterId, endUser, status } = source;
  const state = status === "disabled" ? strings.removed : status === "paused" ? strings.paused : null;
  return (
    <RecordHead menu={children}>
      <RecordHeading dir="auto">{visibleText(name)}</RecordHeading>
      <span className="sv-record-badge">
        {(strings.adapters as Readonly<Record<string, string>>)[adapterId] ??
          plainTitle(adapterId.replace(/\.v\d+$/, ""))}
      </span>
      {endUser === null && <span className="sv-record-badge">{strings.shared}</span>}
      {state !== null && (
        <span className="sv-record-badge" data-tone="warn">
          {state}
        </span>
      )}
    </RecordHead>
  );
}

function OldSecret({ source, isClocked }: { readonly source: AutomationSource; readonly isClocked: boolean }) {
  const strings = useAutomationStrings();
  const { locale } = useLocale();
  const { previousSecretUntil } = source;
  if (previousSecretUntil === null || !isClocked) return null;
  return (
    <p className="sv-record-fact">{strings.oldSecretUntil(formatDateTime(new Date(previousSecretUntil), locale))}</p>
  );
}

function TestOutcome({ delivery }: { readonly delivery: AutomationDelivery }): ReactNode {
  const { testForm, deliveries } = useAutomationStrings();
  const { ignoredReason, runIds } = delivery;
  return (
    <output className="sv-automation-tested">
      {ignoredReason === null ? testForm.started(runIds.length) : testForm.ignored(deliveries.ignored(ignoredReason))}
    </output>
  );
}
