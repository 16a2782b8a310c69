import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationTrigger } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { Details } from "../details.js";
import { ConfirmQuestion } from "../confirm-question.js";
import type { MenuAction } from "../menu.js";
import { RecordHead, RecordMenu } from "../record-menu.js";
import { useAsking } from "../use-asking.js";
import { TriggerConditions } from "./trigger-conditions.js";
import { rawTriggerWords } from "./trigger-words.js";

/** Actions on a trigger. Omitted ones are not offered. */
export interface TriggerActions {
  /** Actions without a callback are not shown. */
  readonly onEditTrigger?: ((trigger: AutomationTrigger) => void) | undefined;
  readonly onPauseTrigger?: ((trigger: AutomationTrigger) => void) | undefined;
  readonly onResumeTrigger?: ((trigger: AutomationTrigger) => void) | undefined;
  readonly onRemoveTrigger?: ((trigger: AutomationTrigger) => void) | undefined;
}

interface TriggerRowProps extends TriggerActions {
  readonly trigger: AutomationTrigger;
  readonly isPending: boolean;
}

interface TriggerFactsProps {
  readonly trigger: AutomationTrigger;
  readonly menu?: ReactNode;
}

/** The trigger as it is now. */
export function TriggerFacts({ trigger, menu }: TriggerFactsProps): ReactNode {
  const strings = useAutomationStrings();
  return (
    <>
      <RecordHead menu={menu}>
        <strong className="sv-record-name" dir="auto">
          {visibleText(trigger.name)}
        </strong>
        {trigger.status !== "active" && (
          <span className="sv-record-badge" data-tone="warn">
            {strings.paused}
          </span>
        )}
      </RecordHead>
      <TriggerConditions trigger={trigger} />
      <p className="sv-automation-prompt" dir="auto">
        {visibleText(trigger.sessionTemplate.prompt)}
      </p>
      <RawWords trigger={trigger} />
    </>
  );
}

/** Types and conditions in the sender's own names, closed at first; nothing where there are none. */
function RawWords({ trigger }: Pick<TriggerFactsProps, "trigger">): ReactNode {
  const strings = useAutomationStrings();
  const words = rawTriggerWords(trigger, strings);
  if (words.length === 0) return null;
  return (
    <Details summary={strings.details}>
      <ul className="sv-part">
        {words.map((word) => (
          <li key={word} className="sv-part">
            <code className="sv-automation-raw" dir="ltr" translate="no">
              {word}
            </code>
          </li>
        ))}
      </ul>
    </Details>
  );
}

/** One trigger: which events it takes, what the agent is asked, and what a person can do with it. */
export function TriggerRow(props: TriggerRowProps): ReactNode {
  const { trigger, isPending, onEditTrigger, onPauseTrigger, onResumeTrigger, onRemoveTrigger } = props;
  const strings = useAutomationStrings();
  const { isAsking, ask, leave, button } = useAsking();
  const name = visibleText(trigger.name);
  const action = (label: string, icon: MenuAction["icon"], run: ((trigger: AutomationTrigger) => void) | undefined) =>
    run && { label, icon, onPress: () => run(trigger) };
  return (
    <li className="sv-automation-trigger" data-status={trigger.status} aria-busy={isPending || undefined}>
      <TriggerFacts
        trigger={trigger}
        menu={
          !isAsking && (
            <RecordMenu
              button={button}
              label={strings.actionsOf(name)}
              title={strings.actions}
              actions={[
                action(strings.edit, "edit", onEditTrigger),
                trigger.status === "active"
                  ? action(strings.pause, "pause", onPauseTrigger)
                  : action(strings.resume, "play", onResumeTrigger),
                onRemoveTrigger && { label: strings.remove, icon: "trash", tone: "danger", onPress: ask },
              ]}
              isBusy={isPending}
            />
          )
        }
      />
      {isAsking && onRemoveTrigger && (
        <ConfirmQuestion
          question={strings.removeTriggerQuestion(name)}
          confirm={strings.removeConfirm}
          keep={strings.keep}
          onConfirm={() => onRemoveTrigger(trigger)}
          onLeave={leave}
        />
      )}
    </li>
  );
}
