import { forwardRef, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { fieldDirection } from "../field-direction.js";
import { useStrings } from "../../hooks/use-strings.js";
import { useForgottenField } from "../chat-composer/use-forgotten-field.js";
import { joinClasses } from "../class-names.js";
import { Icon } from "../icons.js";
import { Root, type RootProps } from "../root.js";
import { ScrollBox } from "../scroll-box.js";
import { toolName } from "../tool-call/tool-name.js";
import { ValueView } from "../tool-call/value-view.js";
import { DecisionOutcome } from "./decision-outcome.js";
import { DecisionPosition } from "./decision-position.js";
import { isOpen, type Approval, type Position } from "./decision-types.js";

export interface ApprovalCardProps extends RootProps {
  /** What waits for a yes or no, from `useApprovals` or a session's `pending`. */
  readonly approval: Approval;
  /** Approves, by the id. */
  readonly onApprove: (id: string) => void;
  /** Rejects, by the id, with the reason that was given. */
  readonly onReject: (id: string, reason: string | undefined) => void;
  /** Where it stands among those that wait; told when there are several. */
  readonly position?: Position | undefined;
  /** Draws the arguments instead of the kit. */
  readonly renderArguments?: ((approval: Approval) => ReactNode) | undefined;
}

/** Asks whether something may run, shows with what, and tells how the decision stands until the log has moved on. */
export const ApprovalCard = forwardRef<HTMLElement, ApprovalCardProps>(function ApprovalCard(
  { approval, onApprove, onReject, position, renderArguments, className, ...dom },
  ref,
) {
  const { decisions, tool } = useStrings();
  const title = useId();
  const open = isOpen(approval.state);
  return (
    <Root
      {...dom}
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would disable and style what is in it
      role="group"
      aria-labelledby={title}
      className={joinClasses("sv-decision sv-approval", className)}
      data-kind="approval"
      data-state={approval.state.name}
      aria-busy={approval.state.name === "submitting" || undefined}
    >
      <h3 id={title} className="sv-decision-title" tabIndex={-1}>
        <Icon name="shield" />
        <bdi className="sv-part">
          {decisions.approvalTitle(approval.name === null ? null : toolName(approval.name))}
        </bdi>
        {open && <DecisionPosition position={position} />}
      </h3>
      {open && <p className="sv-decision-text">{decisions.approvalText}</p>}
      {/* It scrolls by itself, so that the buttons stay in sight however much there is to read. */}
      <ScrollBox className="sv-decision-arguments" label={tool.input}>
        {renderArguments ? (
          renderArguments(approval)
        ) : (
          <ValueView value={approval.arguments} label={tool.input} empty={tool.noInput} />
        )}
      </ScrollBox>
      <DecisionOutcome state={approval.state} />
      {open && <ApprovalButtons approval={approval} onApprove={onApprove} onReject={onReject} />}
    </Root>
  );
});

function ApprovalButtons(props: Pick<ApprovalCardProps, "approval" | "onApprove" | "onReject">): ReactNode {
  const { decisions } = useStrings();
  const [mode, setMode] = useState<"ask" | "reject" | "back">("ask");
  const { id } = props.approval;
  if (mode === "reject")
    return <RejectForm onBack={() => setMode("back")} onReject={(reason) => props.onReject(id, reason)} />;
  return (
    <div className="sv-decision-actions">
      <button type="button" className="sv-button" data-variant="primary" onClick={() => props.onApprove(id)}>
        {decisions.approve}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- back where the person was, as the form has gone */}
      <button type="button" className="sv-button" autoFocus={mode === "back"} onClick={() => setMode("reject")}>
        {decisions.reject}
      </button>
    </div>
  );
}

function RejectForm(props: {
  readonly onBack: () => void;
  readonly onReject: (reason: string | undefined) => void;
}): ReactNode {
  const { decisions } = useStrings();
  const [reason, setReason] = useState("");
  const field = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  useForgottenField(input);
  // The reader asked for this field by pressing Reject.
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      className="sv-reject"
      onSubmit={(event) => {
        event.preventDefault();
        props.onReject(reason.trim() || undefined);
      }}
    >
      <label htmlFor={field} className="sv-label">
        {decisions.reasonLabel}
      </label>
      <textarea
        id={field}
        className="sv-input"
        rows={2}
        dir={fieldDirection(reason)}
        value={reason}
        ref={input}
        aria-describedby={`${field}-help`}
        onChange={(event) => setReason(event.target.value)}
      />
      <p id={`${field}-help`} className="sv-help">
        {decisions.reasonHelp}
      </p>
      <div className="sv-decision-actions">
        <button type="submit" className="sv-button" data-variant="danger">
          {decisions.rejectConfirm}
        </button>
        <button type="button" className="sv-button" onClick={props.onBack}>
          {decisions.back}
        </button>
      </div>
    </form>
  );
}
