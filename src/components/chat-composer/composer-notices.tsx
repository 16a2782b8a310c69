import { useId, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import type { ComposerState } from "../../hooks/use-composer.js";
import { Icon } from "../icons.js";
import { ActionButton } from "./action-button.js";

interface NoticeProps {
  readonly composer: ComposerState;
  readonly onLeave: () => void;
}

/** Two windows wrote at once: both texts are in sight until the person has chosen. */
export function DraftConflictChoice({ composer, onLeave }: NoticeProps): ReactNode {
  const strings = useStrings().composer;
  const title = useId();
  const { conflict, resolveConflict } = composer;
  if (!conflict) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would disable and style its content
    <div className="sv-composer-notice sv-draft-conflict" role="group" aria-labelledby={title}>
      <p id={title} className="sv-composer-notice-title">
        <Icon name="alert" />
        <span className="sv-part">{`${strings.conflictTitle} ${strings.conflictOther}`}</span>
      </p>
      <p className="sv-draft-other" dir="auto">
        {conflict.other}
      </p>
      <div className="sv-decision-actions">
        <ActionButton label={strings.conflictKeepMine} onPress={() => resolveConflict("keep_mine")} onLeave={onLeave} />
        <ActionButton label={strings.conflictUseOther} onPress={() => resolveConflict("use_other")} onLeave={onLeave} />
      </div>
    </div>
  );
}

/** The session is paused: messages wait, and it can be resumed here. */
export function PauseBar({ composer, onLeave }: NoticeProps): ReactNode {
  const strings = useStrings().composer;
  const impact = useId();
  const options = composer.resumeOptions;
  const hasSelected = options.some(({ scope }) => scope === "selected");
  return (
    <div className="sv-composer-notice" data-row="">
      <p className="sv-composer-notice-title">
        <Icon name="pause" />
        <span className="sv-part">{strings.paused}</span>
      </p>
      <div className="sv-resume-options">
        {options.map((option, index) => (
          <div key={`${option.scope} ${option.targetId ?? ""}`} className="sv-resume-option">
            <ActionButton
              // If no option has the scope `selected`, the `session` option gets its label.
              label={strings.resume(option.scope === "session" && !hasSelected ? "selected" : option.scope)}
              describedBy={option.impactCopy && `${impact}${index}`}
              isBusy={composer.acting === "resume"}
              onPress={() => composer.resume(option)}
              onLeave={onLeave}
            />
            {option.impactCopy && (
              <span className="sv-part" id={`${impact}${index}`} dir="auto">
                {option.impactCopy}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
