import type { ReactNode, RefObject } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import type { AutomationSource } from "../../wire/protocol/automations.js";
import { ConfirmQuestion } from "../confirm-question.js";
import type { MenuAction } from "../menu.js";
import { RecordMenu } from "../record-menu.js";
import { ActionButton } from "./action-button.js";
import type { ShownDeliveries } from "./delivery-list.js";
import type { TriggerActions } from "./trigger-row.js";

/** Actions on an automation source and its triggers. */
export interface SourceActions extends TriggerActions {
  /** Actions without a callback are not shown. */
  readonly onAddTrigger?: ((source: AutomationSource) => void) | undefined;
  readonly onTest?: ((source: AutomationSource) => void) | undefined;
  readonly onChangeSecret?: ((source: AutomationSource) => void) | undefined;
  readonly onPauseSource?: ((source: AutomationSource) => void) | undefined;
  readonly onResumeSource?: ((source: AutomationSource) => void) | undefined;
  readonly onRemoveSource?: ((source: AutomationSource) => void) | undefined;
  /** Shows the deliveries of a source; null hides them. */
  readonly onShowDeliveries?: ((source: AutomationSource | null) => void) | undefined;
}

interface SourceButtonsProps extends Pick<SourceActions, "onAddTrigger" | "onShowDeliveries" | "onRemoveSource"> {
  readonly source: AutomationSource;
  readonly pending?: ReadonlyMap<string, string> | undefined;
  /** Its deliveries, while they are shown. */
  readonly deliveries: ShownDeliveries | null;
  /** Whether a form of the source is open, such as that of a new trigger. */
  readonly hasForm: boolean;
  /** Whether the source is to be deleted, if the person confirms it. */
  readonly isAsking: boolean;
  readonly leave: () => void;
}

/** The actions of every day, or the question before the deletion. A deleted source only shows its deliveries. */
export function SourceButtons(props: SourceButtonsProps): ReactNode {
  const { source, pending, deliveries, hasForm, isAsking, leave, onAddTrigger, onShowDeliveries, onRemoveSource } =
    props;
  const strings = useAutomationStrings();
  const name = visibleText(source.name);
  const isShown = deliveries !== null;
  if (isAsking && onRemoveSource) {
    return (
      <ConfirmQuestion
        question={strings.removeSourceQuestion(name)}
        confirm={strings.removeConfirm}
        keep={strings.keep}
        onConfirm={() => onRemoveSource(source)}
        onLeave={leave}
      />
    );
  }
  const canAdd = onAddTrigger && !hasForm && source.status !== "disabled";
  return (
    <p className="sv-record-buttons">
      <ActionButton
        name={name}
        isPending={pending?.has(source.id) === true}
        label={strings.addTrigger}
        onPress={canAdd ? () => onAddTrigger(source) : undefined}
      />
      <ActionButton
        name={name}
        isPending={false}
        isExpanded={isShown}
        label={isShown ? strings.hideDeliveries : strings.showDeliveries}
        onPress={onShowDeliveries && (() => onShowDeliveries(isShown ? null : source))}
      />
    </p>
  );
}

interface SourceMenuProps extends SourceActions {
  readonly source: AutomationSource;
  readonly pending?: ReadonlyMap<string, string> | undefined;
  /** Asks whether to delete the source. */
  readonly ask: () => void;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** The actions of now and then, behind one button; nothing for a deleted source. */
export function SourceMenu(props: SourceMenuProps): ReactNode {
  const { source, pending, ask, button, onTest, onChangeSecret, onPauseSource, onResumeSource, onRemoveSource } = props;
  const strings = useAutomationStrings();
  if (source.status === "disabled") return null;
  const name = visibleText(source.name);
  const action = (label: string, icon: MenuAction["icon"], run: ((of: AutomationSource) => void) | undefined) =>
    run && { label, icon, onPress: () => run(source) };
  return (
    <RecordMenu
      button={button}
      label={strings.actionsOf(name)}
      title={strings.actions}
      actions={[
        action(strings.sendTest, "send", onTest),
        action(strings.changeSecret, "key", onChangeSecret),
        source.status === "paused"
          ? action(strings.resume, "play", onResumeSource)
          : action(strings.pause, "pause", onPauseSource),
        onRemoveSource && { label: strings.remove, icon: "trash", tone: "danger", onPress: ask },
      ]}
      isBusy={pending?.has(source.id) === true}
    />
  );
}
