import { forwardRef, useEffect, useRef, type ComponentType, type ReactNode, type RefObject } from "react";
import type { Clock } from "../../foundation/clock.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { Root, type RootProps } from "../root.js";
import { ApprovalCard, type ApprovalCardProps } from "./approval-card.js";
import { isOpen, type Decision, type DecisionResponse, type Position } from "./decision-types.js";
import { QuestionForm, type QuestionFormProps } from "./question-form.js";

/** The parts of a list of decisions that a host may draw itself. */
export interface DecisionComponents {
  readonly ApprovalCard?:
    | ComponentType<Pick<ApprovalCardProps, "approval" | "onApprove" | "onReject" | "position">>
    | undefined;
  readonly QuestionForm?: ComponentType<Pick<QuestionFormProps, "question" | "onSubmit" | "position">> | undefined;
}

export interface DecisionListProps extends RootProps {
  /** What waits for a person, oldest first: a session's `pending`. */
  readonly decisions: readonly Decision[];
  /** Decides or answers: a session's `respond`. What it rejects with is shown by the decision's own state. */
  readonly onRespond: (id: string, response: DecisionResponse) => Promise<void> | void;
  /** Called when the last one was decided while the focus was in it. */
  readonly onAllDecided?: (() => void) | undefined;
  /** Cards that the host draws itself. */
  readonly components?: DecisionComponents | undefined;
  /** Tells the time for deadlines. @default the platform's clock */
  readonly clock?: Clock | undefined;
}

/** Everything that waits for this person. After one is decided the focus goes to the next. */
export const DecisionList = forwardRef<HTMLElement, DecisionListProps>(function DecisionList(
  { decisions, onRespond, onAllDecided, components = {}, clock, className, ...dom },
  ref,
) {
  const strings = useStrings().decisions;
  const list = useRef<HTMLDivElement>(null);
  const open = decisions.filter((decision) => isOpen(decision.state));
  useFocusNext(
    list,
    open.map((decision) => decision.id),
    onAllDecided,
  );
  if (decisions.length === 0) return null;
  const respond = (id: string, response: DecisionResponse) => {
    // The decision's own state tells a failure; here it must only not go unhandled.
    Promise.resolve(onRespond(id, response)).catch(() => undefined);
  };
  return (
    <Root
      aria-label={strings.label}
      {...dom}
      ref={ref}
      as="section"
      className={joinClasses("sv-decisions", className)}
      data-waiting={open.length > 0 ? open.length : undefined}
    >
      {open.length > 1 && <p className="sv-decisions-count">{strings.waiting(open.length)}</p>}
      <div ref={list} className="sv-decisions-list">
        {decisions.map((decision) => (
          <div key={decision.id} className="sv-decisions-item" data-decision={decision.id}>
            <DecisionView
              decision={decision}
              position={{ number: open.indexOf(decision) + 1, count: open.length }}
              respond={respond}
              components={components}
              clock={clock}
            />
          </div>
        ))}
      </div>
    </Root>
  );
});

function DecisionView(props: {
  readonly decision: Decision;
  readonly position: Position;
  readonly respond: (id: string, response: DecisionResponse) => void;
  readonly components: DecisionComponents;
  readonly clock: Clock | undefined;
}): ReactNode {
  const { decision, position, respond, components } = props;
  if (decision.kind === "question") {
    const Form = components.QuestionForm;
    const onSubmit: QuestionFormProps["onSubmit"] = (id, submission) => respond(id, { kind: "question", submission });
    return Form ? (
      <Form question={decision} position={position} onSubmit={onSubmit} />
    ) : (
      <QuestionForm question={decision} position={position} onSubmit={onSubmit} clock={props.clock} />
    );
  }
  const Card = components.ApprovalCard ?? ApprovalCard;
  return (
    <Card
      approval={decision}
      position={position}
      onApprove={(id) => respond(id, { kind: "approval", decision: "approve" })}
      onReject={(id, message) => respond(id, { kind: "approval", decision: "reject", message })}
    />
  );
}

/**
 * Takes the focus on when the decision that had it was given: to the next open one, else the host is told. A reader who is
 * elsewhere is left in peace.
 */
function useFocusNext(
  list: RefObject<HTMLElement | null>,
  openIds: readonly string[],
  onAllDecided: (() => void) | undefined,
): void {
  const focused = useRef<string | null>(null);
  useEffect(() => {
    const watch = (event: FocusEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const inList = target && list.current?.contains(target) ? target.closest<HTMLElement>("[data-decision]") : null;
      focused.current = inList?.dataset["decision"] ?? null;
    };
    document.addEventListener("focusin", watch);
    return () => document.removeEventListener("focusin", watch);
  }, [list]);
  const key = openIds.join("\n");
  useEffect(() => {
    const had = focused.current;
    if (had === null || openIds.includes(had)) return;
    focused.current = null;
    const next = openIds[0];
    const items = [...(list.current?.querySelectorAll<HTMLElement>("[data-decision]") ?? [])];
    const item = items.find((candidate) => candidate.dataset["decision"] === next);
    if (next !== undefined && item) item.querySelector<HTMLElement>(".sv-decision-title")?.focus();
    else onAllDecided?.();
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the open decisions moves the focus
  }, [key]);
}
