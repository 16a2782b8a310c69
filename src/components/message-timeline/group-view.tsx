import { memo, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { groupKey, type ActivityGroup, type TimelineGroup, type TurnGroup } from "../../timeline/groups.js";
import type { TimelineItem } from "../../timeline/items.js";
import { present } from "../class-names.js";
import { Disclosure } from "../disclosure.js";
import { Icon } from "../icons.js";
import { countSteps, isShown } from "./steps.js";
import { Row } from "./row.js";
import { useFold } from "./use-fold.js";

/** One group. It draws again only when the group is another object. */
export const GroupView = memo(function GroupView({ group }: { readonly group: TimelineGroup }): ReactNode {
  if (group.kind === "item") return <Row item={group.item} />;
  return group.kind === "activity" ? <ActivityView group={group} /> : <TurnView group={group} />;
});

function ActivityView({ group }: { readonly group: ActivityGroup }): ReactNode {
  const strings = useStrings().timeline;
  const isRunning = group.outcome === undefined;
  const [open, setOpen] = useFold([group.id], isRunning || group.outcome === "failed");
  const items = group.items.filter(isShown);
  if (items.length === 0) return null;
  // One step needs no line that sums it up.
  if (items.length === 1 || isRunning) return <Steps items={items} running={isRunning} />;
  const steps = countSteps(items);
  return (
    <Disclosure
      className="sv-fold"
      open={open}
      onOpenChange={setOpen}
      summary={<FoldSummary outcome={group.outcome} text={strings.workedFor(null, steps)} />}
    >
      <Steps items={items} />
    </Disclosure>
  );
}

function Steps(props: { readonly items: readonly TimelineItem[]; readonly running?: boolean }): ReactNode {
  return (
    <div className="sv-steps" data-running={present(props.running)}>
      {props.items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
    </div>
  );
}

/** A settled turn in one line. A failed one stays open, and so does what the reader opened while it ran. */
function TurnView({ group }: { readonly group: TurnGroup }): ReactNode {
  const strings = useStrings();
  const activity = group.groups.find((inner) => inner.kind === "activity");
  const [open, setOpen] = useFold(activity ? [group.id, activity.id] : [group.id], group.outcome === "failed");
  const items = group.groups.flatMap((inner) => (inner.kind === "item" ? [inner.item] : inner.items)).filter(isShown);
  const span = Date.parse(group.endedAt) - Date.parse(group.startedAt);
  const duration = Number.isFinite(span) && span >= 0 ? strings.units.duration(span) : null;
  const say = sayOutcome[group.outcome];
  const text = strings.timeline[say](duration, countSteps(items));
  if (items.length === 0 && group.outcome === "complete") return null;
  return (
    <div className="sv-turn" data-outcome={group.outcome}>
      {items.length === 0 ? (
        <p className="sv-turn-line">
          <FoldSummary outcome={group.outcome} text={text} />
        </p>
      ) : (
        <Disclosure
          className="sv-fold"
          open={open}
          onOpenChange={setOpen}
          summary={<FoldSummary outcome={group.outcome} text={text} />}
        >
          <div className="sv-steps">
            {group.groups.map((inner) => (
              <TurnPart key={groupKey(inner)} group={inner} />
            ))}
          </div>
        </Disclosure>
      )}
      {group.failureText && (
        <p className="sv-turn-failure" dir="auto">
          {group.failureText}
        </p>
      )}
    </div>
  );
}

function TurnPart({ group }: { readonly group: TurnGroup["groups"][number] }): ReactNode {
  if (group.kind === "item") return <Row item={group.item} />;
  return group.items.filter(isShown).map((item) => <Row key={item.id} item={item} />);
}

const sayOutcome = { complete: "workedFor", failed: "failedAfter", cancelled: "stoppedAfter" } as const;

function FoldSummary(props: { readonly outcome: TurnGroup["outcome"] | undefined; readonly text: string }): ReactNode {
  const icon = props.outcome === "failed" ? "alert" : props.outcome === "cancelled" ? "stop" : null;
  return (
    <span className="sv-fold-summary" data-outcome={props.outcome}>
      {icon && <Icon name={icon} />}
      {props.text}
    </span>
  );
}
