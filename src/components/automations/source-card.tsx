import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationDelivery, AutomationSource, AutomationTrigger } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { useLocale } from "../../hooks/use-strings.js";
import { formatDateTime } from "../../strings/format.js";
import { ConfirmQuestion } from "../confirm-question.js";
import type { SessionLinkTargets } from "../session-link.js";
import { useAsking } from "../use-asking.js";
import { ActionButton } from "./action-button.js";
import { DeliveryList, type ShownDeliveries } from "./delivery-list.js";
import { RevealedSecret } from "./revealed-secret.js";
import type { MadeSource } from "./source-form.js";
import { TriggerRow, type TriggerActions } from "./trigger-row.js";
import { WebhookAddress } from "./webhook-address.js";

export interface SourceActions extends TriggerActions {
  /** Callbacks that are left out are not offered. */
  readonly onAddTrigger?: ((source: AutomationSource) => void) | undefined;
  readonly onTest?: ((source: AutomationSource) => void) | undefined;
  readonly onChangeSecret?: ((source: AutomationSource) => void) | undefined;
  readonly onPauseSource?: ((source: AutomationSource) => void) | undefined;
  readonly onResumeSource?: ((source: AutomationSource) => void) | undefined;
  readonly onRemoveSource?: ((source: AutomationSource) => void) | undefined;
  /** Shows what a source received; null hides it. */
  readonly onShowDeliveries?: ((source: AutomationSource | null) => void) | undefined;
}

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
  readonly onDone?: (() => void) | undefined;
  /** Result of the last test event. */
  readonly tested: AutomationDelivery | null;
}

/** One source: its address, its triggers, what it received, and what a person can do with it. */
export function SourceCard(props: SourceCardProps): ReactNode {
  const { source, triggers, pending, webhookBaseUrl, deliveries, now, form, editedTriggerId, made, tested } = props;
  const strings = useAutomationStrings();
  const isRemoved = source.status === "disabled";
  const isOfTrigger = triggers.some(({ id }) => id === editedTriggerId);
  return (
    <li
      className="sv-automation"
      data-source={source.id}
      data-status={source.status}
      aria-busy={pending?.has(source.id) || undefined}
    >
      <CardHead source={source} />
      {made !== null && <RevealedSecret made={made} webhookBaseUrl={webhookBaseUrl} onDone={props.onDone} />}
      {made === null && !isRemoved && <WebhookAddress source={source} baseUrl={webhookBaseUrl} />}
      <OldSecret source={source} isClocked={now !== null} />
      {triggers.length > 0 && (
        <ul className="sv-automation-triggers">
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
      {triggers.length === 0 && !isRemoved && !form && <p className="sv-automation-fact">{strings.triggers.none}</p>}
      {!isOfTrigger && form}
      {tested !== null && <TestOutcome delivery={tested} />}
      <SourceButtons {...props} isRemoved={isRemoved} />
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
    </li>
  );
}

const triggerActions = (props: TriggerActions): TriggerActions => ({
  onEditTrigger: props.onEditTrigger,
  onPauseTrigger: props.onPauseTrigger,
  onResumeTrigger: props.onResumeTrigger,
  onRemoveTrigger: props.onRemoveTrigger,
});

function CardHead({ source }: { readonly source: AutomationSource }): ReactNode {
  const strings = useAutomationStrings();
  const { name, adapterId, endUser, status } = source;
  const state = status === "disabled" ? strings.removed : status === "paused" ? strings.paused : null;
  return (
    <div className="sv-automation-head">
      <h3 className="sv-automation-name" dir="auto">
        {visibleText(name)}
      </h3>
      <span className="sv-automation-badge">
        {(strings.adapters as Readonly<Record<string, string>>)[adapterId] ?? visibleText(adapterId)}
      </span>
      {endUser === null && <span className="sv-automation-badge">{strings.shared}</span>}
      {state !== null && (
        <span className="sv-automation-badge" data-tone="warn">
          {state}
        </span>
      )}
    </div>
  );
}

function OldSecret({ source, isClocked }: { readonly source: AutomationSource; readonly isClocked: boolean }) {
  const strings = useAutomationStrings();
  const { locale } = useLocale();
  const { previousSecretUntil } = source;
  if (previousSecretUntil === null || !isClocked) return null;
  return (
    <p className="sv-automation-fact">
      {strings.oldSecretUntil(formatDateTime(new Date(previousSecretUntil), locale))}
    </p>
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

function SourceButtons(props: SourceCardProps & { readonly isRemoved: boolean }): ReactNode {
  const { source, pending, deliveries, isRemoved, onShowDeliveries, onRemoveSource } = props;
  const strings = useAutomationStrings();
  const { isAsking, ask, leave, button } = useAsking();
  const name = visibleText(source.name);
  const shared = { name, isPending: pending?.has(source.id) === true };
  const press = (run: ((source: AutomationSource) => void) | undefined) =>
    run === undefined || isRemoved ? undefined : () => run(source);
  const isShown = deliveries !== null;
  if (isAsking && onRemoveSource) {
    return (
      <ConfirmQuestion
        className="sv-automation-question"
        question={strings.removeSourceQuestion(name)}
        confirm={strings.removeConfirm}
        keep={strings.keep}
        onConfirm={() => onRemoveSource(source)}
        onLeave={leave}
      />
    );
  }
  return (
    <p className="sv-automation-buttons">
      <ActionButton {...shared} label={strings.addTrigger} onPress={press(props.onAddTrigger)} />
      <ActionButton {...shared} label={strings.sendTest} onPress={press(props.onTest)} />
      <ActionButton
        name={name}
        isPending={false}
        isExpanded={isShown}
        label={isShown ? strings.hideDeliveries : strings.showDeliveries}
        onPress={onShowDeliveries && (() => onShowDeliveries(isShown ? null : source))}
      />
      <ActionButton {...shared} label={strings.changeSecret} onPress={press(props.onChangeSecret)} />
      {source.status === "paused" ? (
        <ActionButton {...shared} label={strings.resume} onPress={press(props.onResumeSource)} />
      ) : (
        <ActionButton {...shared} label={strings.pause} onPress={press(props.onPauseSource)} />
      )}
      <ActionButton {...shared} ref={button} label={strings.remove} onPress={press(onRemoveSource && ask)} />
    </p>
  );
}
