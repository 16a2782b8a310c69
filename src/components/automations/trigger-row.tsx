import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationTrigger } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { ConfirmQuestion } from "../confirm-question.js";
import { useAsking } from "../use-asking.js";
import { ActionButton } from "./action-button.js";
import { triggerWords } from "./trigger-words.js";

/** Actions on a trigger. Omitted ones are not offered. */
export interface TriggerActions {
  /** Callbacks that are left out are not offered. */
  readonly onEditTrigger?: ((trigger: AutomationTrigger) => void) | undefined;
  readonly onPauseTrigger?: ((trigger: AutomationTrigger) => void) | undefined;
  readonly onResumeTrigger?: ((trigger: AutomationTrigger) => void) | undefined;
  readonly onRemoveTrigger?: ((trigger: AutomationTrigger) => void) | undefined;
}

interface TriggerRowProps extends TriggerActions {
  readonly trigger: AutomationTrigger;
  readonly isPending: boolean;
}

/** What a trigger is now. */
export function TriggerFacts({ trigger }: Pick<TriggerRowProps, "trigger">): ReactNode {
  const strings = useAutomationStrings();
  return (
    <>
      <p className="sv-record-head">
        <strong className="sv-record-name" dir="auto">
          {visibleText(trigger.name)}
        </strong>
        {trigger.status !== "active" && (
          <span className="sv-record-badge" data-tone="warn">
            {strings.paused}
          </span>
        )}
      </p>
      <p className="sv-record-fact">{triggerWords(trigger, strings).join(" · ")}</p>
      <p className="sv-automation-prompt" dir="auto">
        {visibleText(trigger.sessionTemplate.prompt)}
      </p>
    </>
  );
}

/** One trigger: which events it takes, what the agent is asked, and what a person can do with it. */
export function TriggerRow(props: TriggerRowProps): ReactNode {
  const { trigger, isPending, onEditTrigger, onPauseTrigger, onResumeTrigger, onRemoveTrigger } = props;
  const strings = useAutomationStrings();
  const { isAsking, ask, leave, button } = useAsking();
  const name = visibleText(trigger.name);
  const isActive = trigger.status === "active";
  const shared = { name, isPending };
  return (
    <li className="sv-automation-trigger" data-status={trigger.status} aria-busy={isPending || undefined}>
      <TriggerFacts trigger={trigger} />
      {isAsking && onRemoveTrigger ? (
        <ConfirmQuestion
          question={strings.removeTriggerQuestion(name)}
          confirm={strings.removeConfirm}
          keep={strings.keep}
          onConfirm={() => onRemoveTrigger(trigger)}
          onLeave={leave}
        />
      ) : (
        <p className="sv-record-buttons">
          <ActionButton {...shared} label={strings.edit} onPress={onEditTrigger && (() => onEditTrigger(trigger))} />
          {isActive ? (
            <ActionButton
              {...shared}
              label={strings.pause}
              onPress={onPauseTrigger && (() => onPauseTrigger(trigger))}
            />
          ) : (
            <ActionButton
              {...shared}
              label={strings.resume}
              onPress={onResumeTrigger && (() => onResumeTrigger(trigger))}
            />
          )}
          <ActionButton
            {...shared}
            ref={button}
            tone="danger"
            label={strings.remove}
            onPress={onRemoveTrigger && ask}
          />
        </p>
      )}
    </li>
  );
}
