import { forwardRef, useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import type { RunStatus } from "../../timeline/items.js";
import { joinClasses } from "../class-names.js";
import { CopyButton } from "../copy-button/copy-button.js";
import { Disclosure } from "../disclosure.js";
import { Icon, type IconName } from "../icons.js";
import { Root, type RootProps } from "../root.js";
import { briefValue, stringify } from "./readable-value.js";
import { toolName } from "./tool-name.js";
import { ValueView } from "./value-view.js";

/** How a call stands; `waiting` is for a yes or no, before any of it has run. */
export type ToolCallState = RunStatus | "waiting";

export interface ToolCallProps extends RootProps {
  /** The tool as the agent calls it; what stands before `__` is its server. */
  readonly name: string;
  /** How the call stands. */
  readonly state: ToolCallState;
  /** What it was called with: any JSON value, or JSON in a string. */
  readonly arguments?: unknown;
  /** What it gave back: any JSON value, or JSON in a string; null for nothing. Left out of a call that has ended, nothing is said of it. */
  readonly output?: unknown;
  /** Whether only the beginning of the output was kept. @default false */
  readonly isTruncated?: boolean | undefined;
  /** Whether it is open at first. @default false */
  readonly defaultOpen?: boolean | undefined;
  /** Makes it controlled, together with `onOpenChange`. */
  readonly open?: boolean | undefined;
  /** Told when it is opened or closed. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** One call of a tool: its name and state in a line that opens to what went in and what came out. */
export const ToolCall = forwardRef<HTMLElement, ToolCallProps>(function ToolCall(
  { name, state, arguments: input, output, isTruncated, defaultOpen = false, open, onOpenChange, className, ...dom },
  ref,
) {
  const strings = useStrings().tool;
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const awaited = { running: strings.waitingForOutput, waiting: strings.waitingForApproval };
  const hasEnded = state !== "running" && state !== "waiting";
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
        summary={<Summary name={name} state={state} input={input} />}
      >
        <Section title={strings.input} value={input} copy={strings.copyInput} empty={strings.noInput} />
        {hasEnded && output === undefined ? null : (
          <Section
            title={strings.output}
            value={output}
            copy={strings.copyOutput}
            empty={hasEnded ? strings.noOutput : awaited[state]}
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
  readonly copy: string;
  readonly empty: string;
  readonly note?: string | undefined;
}): ReactNode {
  const { title, value, note } = props;
  const isEmpty = value === undefined || value === null || value === "";
  return (
    <div className="sv-tool-section">
      <div className="sv-tool-heading">
        <span>{title}</span>
        {!isEmpty && <CopyButton text={() => stringify(value)} label={props.copy} />}
      </div>
      <ValueView value={value} label={title} empty={props.empty} />
      {note && <p className="sv-value-note">{note}</p>}
    </div>
  );
}

const stateIcons: Readonly<Record<ToolCallState, IconName>> = {
  running: "spinner",
  waiting: "shield",
  complete: "tool",
  failed: "alert",
  cancelled: "stop",
};

function Summary(props: { readonly name: string; readonly state: ToolCallState; readonly input: unknown }): ReactNode {
  const strings = useStrings().tool;
  const brief = briefValue(props.input);
  return (
    <span className="sv-tool-summary">
      <Icon name={stateIcons[props.state]} />
      <span className="sv-tool-name">{toolName(props.name)}</span>
      {brief && (
        <bdi className="sv-tool-brief" dir="auto">
          {brief}
        </bdi>
      )}
      <span className={props.state === "complete" ? "sv-visually-hidden" : "sv-tool-state"}>
        {strings[props.state]}
      </span>
    </span>
  );
}
