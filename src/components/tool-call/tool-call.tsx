import { forwardRef, useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import type { Denial } from "../../wire/protocol/decisions.js";
import type { CallStatus } from "../../timeline/items.js";
import { joinClasses } from "../class-names.js";
import { CopyButton } from "../copy-button/copy-button.js";
import { Disclosure } from "../disclosure.js";
import { Elapsed } from "../elapsed.js";
import { Icon, type IconName } from "../icons.js";
import { useRejectedBy } from "../decisions/use-rejected-by.js";
import { Root, type RootProps } from "../root.js";
import { wordsOfFailure } from "./failed-output.js";
import { briefValue, stringify } from "./readable-value.js";
import { toolName } from "./tool-name.js";
import { ValueView } from "./value-view.js";
import { StepBrief } from "./step-brief.js";

/**
 * State of a call: `waiting` for an approval, before any of it has run; `approved` while it waits for the decision about
 * another call of its turn; `output-denied` when a person rejected it.
 */
export type ToolCallState = CallStatus | "waiting" | "approved";

/** Props of `ToolCall`. */
export interface ToolCallProps extends RootProps {
  /** The name of the tool. The part before `__` is its server. */
  readonly name: string;
  /** State of the call. */
  readonly state: ToolCallState;
  /** The arguments: any JSON value, or a string with JSON. @default none */
  readonly input?: unknown;
  /** The old name of `input`. @deprecated Use `input`. @default none */
  readonly arguments?: unknown;
  /**
   * The output: any JSON value, or a string with JSON. Null if there is no output; undefined if it is unknown, which
   * hides it.
   * @default undefined
   */
  readonly output?: unknown;
  /** By whom and why a call in the state `output-denied` was rejected. @default "Rejected", without a name */
  readonly denial?: Denial | undefined;
  /** Whether the output is truncated. @default false */
  readonly isTruncated?: boolean | undefined;
  /** Whether the call is initially expanded. @default false */
  readonly defaultOpen?: boolean | undefined;
  /** The start time, as an ISO string. Long calls show their duration. @default when the call is first shown */
  readonly startedAt?: string | undefined;
  /** Whether the call is expanded. Use it with `onOpenChange`. @default uncontrolled */
  readonly open?: boolean | undefined;
  /** Called when the user expands or collapses the call. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** One tool call: a line with its name and state that expands to its input and output. */
export const ToolCall = forwardRef<HTMLElement, ToolCallProps>(function ToolCall(
  {
    name,
    state,
    input: given,
    arguments: former,
    output,
    denial,
    isTruncated,
    defaultOpen = false,
    startedAt,
    open,
    onOpenChange,
    className,
    ...dom
  },
  ref,
) {
  const { tool: strings, activity } = useStrings();
  const input = given ?? former;
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const awaited: Partial<Record<ToolCallState, string>> = {
    running: strings.waitingForOutput,
    waiting: strings.waitingForApproval,
    approved: strings.waitingForOthers,
  };
  const hasEnded = !(state in awaited);
  return (
    <Root
      {...dom}
      ref={ref}
      className={joinClasses("sv-tool", className)}
      data-state={state}
      data-tool={name}
      aria-busy={state === "running" || undefined}
    >
      <Disclosure
        open={open ?? ownOpen}
        onOpenChange={change}
        summary={<Summary name={name} state={state} input={input} denial={denial} startedAt={startedAt} />}
      >
        <Section title={strings.input} value={input} copy={strings.copyInput} empty={strings.noInput} />
        {state === "output-denied" && denial?.reason && (
          <div className="sv-tool-section">
            <div className="sv-tool-heading">
              <span className="sv-part">{activity.reason}</span>
            </div>
            <ValueView value={denial.reason} label={activity.reason} empty="" />
          </div>
        )}
        {(hasEnded && output === undefined) || (state === "output-denied" && isRejection(output)) ? null : (
          <Section
            title={strings.output}
            value={output}
            shown={state === "failed" ? wordsOfFailure(output) : output}
            copy={strings.copyOutput}
            empty={awaited[state] ?? strings.noOutput}
            note={isTruncated ? strings.truncated : undefined}
          />
        )}
      </Disclosure>
    </Root>
  );
});

function Section(props: {
  readonly title: string;
  readonly value: unknown;
  /** The part of the value that is read. @default all of it */
  readonly shown?: unknown;
  readonly copy: string;
  readonly empty: string;
  readonly note?: string | undefined;
}): ReactNode {
  const { title, value, shown = value, note } = props;
  const isEmpty = isNothing(value);
  return (
    <div className="sv-tool-section">
      <div className="sv-tool-heading">
        <span className="sv-part">{title}</span>
        {!isEmpty && <CopyButton text={() => stringify(value)} label={props.copy} />}
      </div>
      <ValueView value={shown} label={title} empty={props.empty} />
      {note && <p className="sv-value-note">{note}</p>}
    </div>
  );
}

function isNothing(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === undefined || value === null || value === "";
  return Object.keys(value).length === 0;
}

/** An agent's placeholder output of a rejected call: the row itself shows the rejection. */
function isRejection(output: unknown): boolean {
  return (output ?? null) === null || (output as { rejected?: unknown }).rejected === true;
}

const stateIcons: Readonly<Record<ToolCallState, IconName>> = {
  running: "spinner",
  waiting: "shield",
  approved: "check",
  complete: "tool",
  failed: "alert",
  cancelled: "stop",
  "output-denied": "close",
};

/** A shorter run is not worth a word (ms). */
const longRun = 5_000;

function Summary(
  props: Pick<ToolCallProps, "name" | "state" | "denial" | "startedAt"> & { readonly input: unknown },
): ReactNode {
  const { tool } = useStrings();
  const stateText = useStateText(props.state, props.denial);
  const brief = briefValue(props.input);
  return (
    <span className="sv-tool-summary">
      <Icon name={stateIcons[props.state]} />
      <span className="sv-tool-name">{toolName(props.name, tool)}</span>
      {brief && <StepBrief>{brief}</StepBrief>}
      <span className={props.state === "complete" ? "sv-visually-hidden" : "sv-tool-state"}>{stateText}</span>
      {props.state === "running" && <Elapsed since={timeOf(props.startedAt)} after={longRun} />}
    </span>
  );
}

function timeOf(startedAt: string | undefined): number | undefined {
  const time = Date.parse(startedAt ?? "");
  return time > 0 ? time : undefined;
}

function useStateText(state: ToolCallState, denial: Denial | undefined): string {
  const rejected = useRejectedBy(denial);
  const { tool } = useStrings();
  return state === "output-denied" ? rejected : tool[state];
}
