import { memo, useContext, useId, useMemo, useRef, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useErrorText, useReasonBesideRetry, useStrings } from "../../hooks/use-strings.js";
import type { Messages } from "../../strings/messages.js";
import type { ActivityGroup, TimelineGroup, TurnGroup } from "../../timeline/groups.js";
import type { TimelineItem } from "../../timeline/items.js";
import { present } from "../class-names.js";
import { Icon } from "../icons.js";
import { ToolResults } from "../tool-call/tool-results.js";
import { DayLine } from "./day-line.js";
import { Row } from "./row.js";
import { countSteps, outcomeOf, stepsOf } from "./steps.js";
import { AskAgainContext, useTimelineContext } from "./timeline-context.js";
import { piecesOf, stepsIn, type WorkPiece } from "./tool-parts.js";
import { useWorkFold, type WorkFold } from "./use-work-fold.js";

export interface GroupViewProps {
  readonly group: TimelineGroup;
  /** The time at which a new day begins with this group, from `dayBefore`. */
  readonly day?: string | undefined;
  /** The time of the group before it; undefined for the first of all. */
  readonly since?: string | undefined;
  /** The turn whose end is shown after this group, from `endingAfter`. */
  readonly ending?: TurnGroup | undefined;
}

/** One group. It renders again only when the group, or its surroundings, changed. */
export const GroupView = memo(function GroupView({ group, day, since, ending }: GroupViewProps): ReactNode {
  return (
    <>
      {day !== undefined && <DayLine time={day} since={since} />}
      {group.kind === "item" ? <Row item={group.item} /> : <WorkView group={group} />}
      {ending && <TurnEnding turn={ending} />}
    </>
  );
});

/**
 * The agent's steps: open while it runs, one line that opens once it has settled. One component for both, so that the
 * elements survive the change. Results stay in their place between the steps.
 */
function WorkView({ group }: { readonly group: ActivityGroup | TurnGroup }): ReactNode {
  const strings = useStrings();
  const { components } = useTimelineContext();
  const work = useRef<HTMLDivElement>(null);
  const id = useId();
  const outcome = outcomeOf(group);
  const isRunning = group.kind === "activity" && outcome === undefined;
  const fold = useWorkFold({
    keys: keysOf(group),
    isRunning,
    isOpenAtRest: outcome === "failed",
    work,
  });
  const pieces = useMemo(() => piecesOf(stepsOf(group), components), [group, components]);
  const steps = stepsIn(pieces);
  if (pieces.length === 0) return null;
  // A single step outside a finished turn needs no summary line.
  const hasLine = !isRunning && !fold.lingers && steps.length > (group.kind === "turn" ? 0 : 1);
  const mounted = fold.mounted || !hasLine;
  const panelOf = (items: readonly TimelineItem[]) => `${id}${items[0]?.id}`;
  const panels = pieces.flatMap((piece) => (piece.kind === "steps" ? [panelOf(piece.items)] : []));
  return (
    <div
      ref={work}
      className="sv-turn"
      data-sv-item={group.id}
      data-outcome={outcome}
      data-running={present(isRunning)}
      data-open={present(mounted && fold.open)}
    >
      {hasLine && <FoldLine fold={fold} panels={panels} outcome={outcome} text={sayWork(group, steps, strings)} />}
      {pieces.map((piece) => {
        if (piece.kind !== "steps") return <Kept key={`${piece.kind} ${piece.item.id}`} piece={piece} />;
        return (
          <div
            key={panelOf(piece.items)}
            id={panelOf(piece.items)}
            className="sv-fold-panel"
            data-open={present(fold.open || !hasLine)}
            data-moving={fold.moving}
            hidden={!mounted}
          >
            {mounted && (
              <div className="sv-steps">
                {piece.items.map((item) => (
                  <Row key={item.id} item={item} />
                ))}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Parts that stay in the answer: words of the agent, a call that the host draws there, or a call's result. */
function Kept({ piece }: { readonly piece: Exclude<WorkPiece, { kind: "steps" }> }): ReactNode {
  return (
    <div className="sv-kept">
      {piece.kind === "inline" ? <Row item={piece.item} /> : <ToolResults results={piece.results} />}
    </div>
  );
}

function keysOf(group: ActivityGroup | TurnGroup): readonly string[] {
  if (group.kind === "activity") return [group.id];
  return [group.id, ...group.groups.flatMap((inner) => (inner.kind === "activity" ? [inner.id] : []))];
}

const sayOutcome = { complete: "workedFor", failed: "failedAfter", cancelled: "stoppedAfter" } as const;

/** A shorter time is not shown (ms). */
const trivialMs = 1_000;

function sayWork(
  group: ActivityGroup | TurnGroup,
  items: readonly TimelineItem[],
  { timeline, units }: Messages,
): string {
  const { steps, failed, rejected, children } = countSteps(items);
  const worked = group.kind === "turn" ? workedMs(group) : Number.NaN;
  const duration = worked >= trivialMs ? units.duration(worked) : null;
  const parts = [
    timeline[sayOutcome[outcomeOf(group) ?? "complete"]](duration, steps),
    children > 0 && timeline.childSessions(children),
    // The line of a failed turn begins with that.
    failed > 0 && group.outcome !== "failed" && timeline.failedSteps(failed),
    rejected > 0 && timeline.rejectedSteps(rejected),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Without the time in which the turn waited for a person. */
function workedMs({ startedAt, endedAt, waitedMs = 0 }: TurnGroup): number {
  return Date.parse(endedAt) - Date.parse(startedAt) - waitedMs;
}

function FoldLine(props: {
  readonly fold: WorkFold;
  /** The ids of the panels that it opens. */
  readonly panels: readonly string[];
  readonly outcome: TurnGroup["outcome"] | undefined;
  readonly text: string;
}): ReactNode {
  const { fold, outcome } = props;
  return (
    <button
      type="button"
      className="sv-disclosure-button"
      aria-expanded={fold.open}
      aria-controls={props.panels.join(" ")}
      data-moving={fold.moving}
      onClick={fold.toggle}
    >
      <span className="sv-fold-summary" data-outcome={outcome}>
        {outcome === "failed" && <Icon name="alert" />}
        {outcome === "cancelled" && <Icon name="stop" />}
        <span className="sv-part">{props.text}</span>
      </span>
      <Icon name="chevron" />
    </button>
  );
}

/** How a turn ended that failed, was stopped or left no output, after the last thing that it wrote. */
function TurnEnding({ turn }: { readonly turn: TurnGroup }): ReactNode {
  const strings = useStrings();
  const errorText = useErrorText();
  const besideRetry = useReasonBesideRetry();
  const isBesideRetry = useContext(AskAgainContext) === turn.id;
  const { components } = useTimelineContext();
  if (turn.outcome === "failed") {
    const reason = turn.failureText ?? strings.notice.failed;
    return (
      <p className="sv-turn-failure" dir="auto">
        <Icon name="alert" />
        <span className="sv-part">{visibleText((isBesideRetry ? besideRetry : errorText)(reason))}</span>
      </p>
    );
  }
  // Turns with steps show their outcome in the line above the steps.
  if (stepsIn(piecesOf(stepsOf(turn), components)).length > 0) return null;
  return (
    <p className="sv-turn-line">
      <Icon name={turn.outcome === "cancelled" ? "stop" : "check"} />
      <span className="sv-part">
        {turn.outcome === "cancelled" ? sayWork(turn, [], strings) : strings.timeline.noReply}
      </span>
    </p>
  );
}
