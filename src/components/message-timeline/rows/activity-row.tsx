import { cutText } from "../../../foundation/cut-text.js";
import type { ReactNode } from "react";
import { visibleText } from "../../../foundation/visible-text.js";
import type { CallStatus, TimelineItem } from "../../../timeline/items.js";
import { Disclosure } from "../../disclosure.js";
import { Icon, type IconName } from "../../icons.js";
import { useFold } from "../use-fold.js";
import { StepBrief } from "../../tool-call/step-brief.js";

export interface ActivityRowProps {
  readonly item: TimelineItem;
  readonly icon: IconName;
  /** Name of the row, in one or two words. */
  readonly name: string;
  /** Summary, shown in the remaining width. */
  readonly brief?: string | null | undefined;
  /** State of the row, for states that have a label. */
  readonly state?: string | false | null | undefined;
  readonly status?: CallStatus | undefined;
  /** Buttons and links beside the line. */
  readonly aside?: ReactNode;
  /** Content of the opened row; without content the row cannot be opened. */
  readonly children?: ReactNode;
  readonly isOpenAtFirst?: boolean | undefined;
}

const statusIcons: Partial<Record<CallStatus, IconName>> = {
  running: "spinner",
  failed: "alert",
  cancelled: "stop",
  "output-denied": "close",
};

/** The frame of every small row: one line with an icon, a name and a state, which may open. */
export function ActivityRow(props: ActivityRowProps): ReactNode {
  const { item, status, aside, children } = props;
  const [open, setOpen] = useFold(item.id, props.isOpenAtFirst ?? false);
  const line = <ActivityLine {...props} icon={(status && statusIcons[status]) ?? props.icon} isOpen={open} />;
  return (
    <div
      className="sv-step"
      data-sv-item={item.id}
      data-kind={item.kind}
      data-state={status}
      aria-busy={status === "running" || undefined}
    >
      {children ? (
        <Disclosure open={open} onOpenChange={setOpen} summary={line} aside={aside}>
          <div className="sv-step-more">{children}</div>
        </Disclosure>
      ) : (
        <div className="sv-step-line">
          {line}
          {aside}
        </div>
      )}
    </div>
  );
}

function ActivityLine(
  props: Pick<ActivityRowProps, "icon" | "name" | "brief" | "state"> & { readonly isOpen: boolean },
): ReactNode {
  const { icon, name, brief, state } = props;
  return (
    <span className="sv-tool-summary">
      <Icon name={icon} />
      <span className="sv-tool-name">{name}</span>
      {brief && !props.isOpen && <StepBrief>{brief}</StepBrief>}
      {state && <span className="sv-tool-state">{state}</span>}
    </span>
  );
}

/** Names with their values, where there are values. */
export function Facts(props: {
  readonly of: readonly (readonly [name: string, value: string | null | undefined])[];
}): ReactNode {
  const facts = props.of.filter((fact) => fact[1]);
  if (facts.length === 0) return null;
  return (
    <dl className="sv-value-fields">
      {facts.map(([name, value]) => (
        <div key={name} className="sv-value-field">
          <dt className="sv-part">{visibleText(name)}</dt>
          <dd className="sv-part" dir="auto">
            {value && visibleText(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Most characters of a text in one line. */
export const briefLength = 140;

export function brief(text: string): string {
  return visibleText(cutText(text, briefLength).replace(/\s+/g, " ").trim());
}
