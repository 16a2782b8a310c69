import { forwardRef, useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import type { RunStatus } from "../../timeline/items.js";
import { joinClasses } from "../class-names.js";
import { Disclosure } from "../disclosure.js";
import { Icon } from "../icons.js";
import { Root, type RootProps } from "../root.js";
import { briefValue } from "./readable-value.js";
import { ValueView } from "./value-view.js";

export interface ToolCallProps extends RootProps {
  /** The tool as the agent calls it; what stands before `__` is its server. */
  readonly name: string;
  /** How the call stands. */
  readonly state: RunStatus;
  /** What it was called with: any JSON value, or JSON in a string. */
  readonly arguments?: unknown;
  /** What it gave back: any JSON value, or JSON in a string. */
  readonly output?: unknown;
  /** Whether it is open at first. @default false */
  readonly defaultOpen?: boolean | undefined;
  /** Makes it controlled, together with `onOpenChange`. */
  readonly open?: boolean | undefined;
  /** Told when it is opened or closed. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** One call of a tool: its name and state in a line that opens to what went in and what came out. */
export const ToolCall = forwardRef<HTMLElement, ToolCallProps>(function ToolCall(
  { name, state, arguments: input, output, defaultOpen = false, open, onOpenChange, className, ...dom },
  ref,
) {
  const strings = useStrings().tool;
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
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
        <div className="sv-tool-section">
          <p className="sv-tool-heading">{strings.input}</p>
          <ValueView value={input} label={strings.input} empty={strings.noInput} />
        </div>
        <div className="sv-tool-section">
          <p className="sv-tool-heading">{strings.output}</p>
          <ValueView
            value={output}
            label={strings.output}
            empty={state === "running" ? strings.waitingForOutput : strings.noOutput}
          />
        </div>
      </Disclosure>
    </Root>
  );
});

function Summary(props: { readonly name: string; readonly state: RunStatus; readonly input: unknown }): ReactNode {
  const strings = useStrings().tool;
  const brief = briefValue(props.input);
  return (
    <span className="sv-tool-summary">
      <ToolStateIcon state={props.state} />
      <span className="sv-tool-name">{leafName(props.name)}</span>
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

function ToolStateIcon({ state }: { readonly state: RunStatus }): ReactNode {
  if (state === "running") return <Icon name="spinner" />;
  return <Icon name={state === "failed" ? "alert" : state === "cancelled" ? "stop" : "tool"} />;
}

/** `server__search_docs` → `search docs`. */
function leafName(name: string): string {
  return (name.split("__").at(-1) || name).replace(/[_-]+/g, " ").trim() || name;
}
