// budget: one card, from its title to its buttons
import { forwardRef, useEffect, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { Messages } from "../../strings/messages.js";
import { joinClasses, present } from "../class-names.js";
import { Icon } from "../icons.js";
import { Contained } from "../contained.js";
import { useAnnouncedTitle } from "../announcer/announcer.js";
import { hasFocus } from "../mount.js";
import { Root, type RootProps } from "../root.js";
import { useOverflow } from "../scroll-box.js";
import { readValue } from "../tool-call/readable-value.js";
import { sourceOf } from "../tool-call/tool-name.js";
import { FieldList, ValueView } from "../tool-call/value-view.js";
import { approvalWords, type ApprovalWords } from "./approval-words.js";
import { DecisionActions } from "./decision-actions.js";
import { DecisionOutcome } from "./decision-outcome.js";
import { DecisionPosition } from "./decision-position.js";
import { isOpen, type Approval, type Position } from "./decision-types.js";
import { RejectForm } from "./reject-form.js";
import { isLost, isSent, useTypedWords, useUnsentWords, wasGiven } from "./unsent-words.js";
import { useSeenArguments } from "./use-seen-arguments.js";

/** Props of `ApprovalCard`. */
export interface ApprovalCardProps extends RootProps {
  /** A pending approval, from `useApprovals` or a session's `pending`. */
  readonly approval: Approval;
  /** Called with the id when the user approves. */
  readonly onApprove: (id: string) => void;
  /** Called with the id and the reason when the user rejects. */
  readonly onReject: (id: string, reason: string | undefined) => void;
  /** The position among the pending decisions. Shown if there are several. @default not shown */
  readonly position?: Position | undefined;
  /**
   * The question in your own words, such as "Refund €24.50 for order 1042?".
   *
   * @default the tool's name: `Approve “Refund order”?`; for a connected machine "Run this command on ana-laptop?"
   */
  readonly heading?: string | undefined;
  /** Text of the button that approves, such as "Refund €24.50". @default `strings.decisions.approve`; for a connected machine the action, such as "Run command" */
  readonly approveLabel?: string | undefined;
  /** `danger` for a call that deletes or stops something: a warning sign, and no primary button. @default a call like any other */
  readonly tone?: "danger" | undefined;
  /** Renders the arguments in place of the kit. */
  readonly renderArguments?: ((approval: Approval) => ReactNode) | undefined;
}

/**
 * Asks the user to approve a call and shows its arguments, then the state of the decision until the log continues.
 * Approve appears once the beginning of every argument has been visible; with `renderArguments`, once both ends of what it
 * shows have been.
 */
export const ApprovalCard = forwardRef<HTMLElement, ApprovalCardProps>(function ApprovalCard(
  { approval, onApprove, onReject, position, heading, approveLabel, tone, renderArguments, className, ...dom },
  ref,
) {
  const strings = useStrings();
  const { decisions, tool } = strings;
  const words = useMemo(() => approvalWords(approval, strings), [approval, strings]);
  const title = useId();
  const box = useRef<HTMLDivElement>(null);
  const open = isOpen(approval.state);
  const hasText = useText(approval, open && heading === undefined && !isOneOfMany(position));
  const shownTone = isOver(approval) ? undefined : tone;
  useAnnouncedTitle(approval.id, heading);
  const hasArguments = renderArguments !== undefined || readValue(approval.arguments, "arguments").kind !== "empty";
  const kit =
    words.fields === undefined ? (
      <ValueView value={approval.arguments} as="arguments" label={tool.input} empty={tool.noInput} />
    ) : (
      <FieldList fields={words.fields} isTop />
    );
  return (
    <Root
      {...dom}
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would disable and style its content
      role="group"
      aria-labelledby={title}
      className={joinClasses("sv-decision sv-approval", className)}
      data-kind="approval"
      data-state={approval.state.name}
      data-sent={present(isSent(approval))}
      data-tone={shownTone}
      aria-busy={approval.state.name === "submitting" || undefined}
    >
      <ApprovalTitle
        id={title}
        text={heading ?? titleOf(approval, words, decisions)}
        tone={shownTone}
        position={open ? position : undefined}
      />
      <ApprovalSource name={approval.name} />
      {hasText && <p className="sv-decision-text">{decisions.approvalText}</p>}
      {hasArguments && (
        <Arguments box={box} label={tool.input}>
          {renderArguments ? (
            <>
              <Contained resetKey={approval} fallback={kit}>
                <HostArguments approval={approval} render={renderArguments} />
              </Contained>
              <span className="sv-argument-end" aria-hidden="true" />
            </>
          ) : (
            kit
          )}
        </Arguments>
      )}
      <DecisionOutcome state={approval.state} />
      <ApprovalChoice
        {...{ approval, onApprove, onReject, box }}
        tone={shownTone}
        approveLabel={approveLabel ?? words.approve ?? decisions.approve}
      />
    </Root>
  );
});

function ApprovalTitle(props: {
  readonly id: string;
  readonly text: string;
  readonly tone: ApprovalCardProps["tone"];
  readonly position: Position | undefined;
}): ReactNode {
  return (
    <h2 id={props.id} className="sv-decision-title" tabIndex={-1}>
      <Icon name={props.tone === "danger" ? "alert" : "shield"} />
      <bdi className="sv-part">{props.text}</bdi>
      <DecisionPosition position={props.position} />
    </h2>
  );
}

/** Whose tool is called: two servers may have a tool of one name. */
function ApprovalSource({ name }: Pick<Approval, "name">): ReactNode {
  const strings = useStrings().decisions;
  const source = name === null ? null : sourceOf(name);
  if (source === null) return null;
  return (
    <p className="sv-decision-source">
      <bdi className="sv-part">{strings.approvalSource(source)}</bdi>
    </p>
  );
}

/** Whether the card has the line about what waits. It stays until the card of a sent answer leaves. */
function useText(approval: Approval, isNow: boolean): boolean {
  const [was, set] = useState(isNow);
  const has = isNow || (was && isSent(approval));
  if (was !== has) set(has);
  return has;
}

const isOneOfMany = (position: Position | undefined) => (position?.count ?? 1) > 1;
const isOver = ({ state }: Approval) => ["settled", "expired", "superseded"].includes(state.name);

/** The arguments. In a low room they scroll, and are a stop for the keyboard only then. */
function Arguments({
  box,
  label,
  children,
}: {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  const { scrolls } = useOverflow(box);
  return (
    <div
      ref={box}
      className="sv-decision-arguments"
      {...(scrolls && { tabIndex: 0, role: "group", "aria-label": label })}
    >
      <span className="sv-argument-start" aria-hidden="true" />
      {children}
    </div>
  );
}

/** A question until it is over, then the action. */
function titleOf(approval: Approval, { action, question }: ApprovalWords, decisions: Messages["decisions"]): string {
  return isOver(approval) && !isSent(approval) && action !== null
    ? action
    : (question ?? decisions.approvalTitle(action));
}

/** Calls the host's function where a fault of it is contained. */
function HostArguments(props: {
  readonly approval: Approval;
  readonly render: NonNullable<ApprovalCardProps["renderArguments"]>;
}): ReactNode {
  return props.render(props.approval);
}

/** The buttons, or the form for a reason; of an approval that is over, the reason that was not sent. */
function ApprovalChoice(
  props: Pick<ApprovalCardProps, "approval" | "onApprove" | "onReject" | "tone"> & {
    readonly approveLabel: string;
    readonly box: RefObject<HTMLElement | null>;
  },
): ReactNode {
  const { approval } = props;
  const { id } = approval;
  const [kept, keep] = useTypedWords("reason", approval);
  const reason = typeof kept === "string" ? kept : "";
  const [mode, setMode] = useState<"ask" | "reject" | "back">("ask");
  const isGiven = wasGiven(approval);
  useEffect(() => {
    if (isGiven) keep(null);
  }, [isGiven, keep]);
  const hasWords = reason.trim() !== "" && !isGiven;
  const discarded = useUnsentWords(approval, hasWords);
  const isTooLate = isLost(approval);
  const isRejecting = mode === "reject" || (hasWords && (mode === "ask" || isTooLate));
  if (isRejecting && (isOpen(approval.state) || isTooLate)) {
    return (
      <RejectForm
        reason={reason}
        isOver={isTooLate}
        takesFocus={mode === "reject" && !isTooLate}
        onChange={(text) => keep(text === "" ? null : text)}
        onBack={() => setMode("back")}
        onReject={() => props.onReject(id, reason.trim() || undefined)}
        onDiscard={() => {
          keep(null);
          setMode("ask");
          discarded();
        }}
      />
    );
  }
  if (!isOpen(approval.state)) return null;
  return (
    <ApprovalButtons
      approval={approval}
      approveLabel={props.approveLabel}
      tone={props.tone}
      box={props.box}
      takesFocus={mode === "back"}
      onApprove={() => props.onApprove(id)}
      onReject={() => setMode("reject")}
    />
  );
}

function ApprovalButtons(props: {
  readonly approval: Approval;
  readonly approveLabel: string;
  readonly tone: ApprovalCardProps["tone"];
  readonly box: RefObject<HTMLElement | null>;
  readonly takesFocus: boolean;
  readonly onApprove: () => void;
  readonly onReject: () => void;
}): ReactNode {
  const { decisions } = useStrings();
  const approve = useRef<HTMLButtonElement>(null);
  const show = useRef<HTMLButtonElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const seen = useSeenArguments(props.box, buttons, props.approval.arguments);
  const isBlind = seen.state === "blind";
  const hadFocus = useRef(false);
  useBrowserLayoutEffect(() => {
    // A disappearing button would drop the focus.
    if (isBlind && hasFocus(approve.current)) show.current?.focus();
    if (!isBlind && hadFocus.current) approve.current?.focus({ preventScroll: true });
    hadFocus.current = false;
  }, [isBlind]);
  return (
    <DecisionActions ref={buttons} data-unseen={present(isBlind)}>
      {isBlind && <p className="sv-decision-unseen">{decisions.unseen}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- back where the person was, as the form has gone */}
      <button type="button" className="sv-button" autoFocus={props.takesFocus} onClick={props.onReject}>
        {decisions.reject}
      </button>
      <button
        ref={approve}
        type="button"
        className="sv-button sv-approve"
        data-variant={props.tone === "danger" ? undefined : "primary"}
        data-tone={props.tone}
        onClick={() => (seen.check() ? props.onApprove() : seen.showNext())}
      >
        {props.approveLabel}
      </button>
      {isBlind && <ShowDetails button={show} hadFocus={hadFocus} onShow={seen.showNext} />}
    </DecisionActions>
  );
}

/** In place of Approve: scrolls to unseen arguments. Reports whether it had the focus at its end. */
function ShowDetails(props: {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly hadFocus: RefObject<boolean>;
  readonly onShow: () => void;
}): ReactNode {
  const { button, hadFocus } = props;
  const { showUnseen } = useStrings().decisions;
  useBrowserLayoutEffect(
    () => () => {
      hadFocus.current = hasFocus(button.current);
    },
    [button, hadFocus],
  );
  return (
    <button ref={button} type="button" className="sv-button" onClick={props.onShow}>
      {showUnseen}
    </button>
  );
}
