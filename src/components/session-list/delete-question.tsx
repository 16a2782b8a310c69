import { useEffect, useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { callHost } from "../../foundation/call-host.js";
import { ConfirmQuestion } from "../confirm-question.js";
import type { SessionListViewProps } from "./session-list-props.js";

interface DeleteQuestionProps {
  readonly sessionId: string;
  readonly title: string;
  readonly subtasksOf: SessionListViewProps["subtasksOf"];
  readonly onConfirm: () => void;
  readonly onLeave: () => void;
}

type Subtasks = Awaited<ReturnType<NonNullable<SessionListViewProps["subtasksOf"]>>>;

/** Asks before a session is deleted, and counts the subtasks that are deleted with it. */
export function DeleteQuestion(props: DeleteQuestionProps): ReactNode {
  const { sessionId, title, subtasksOf, onConfirm, onLeave } = props;
  const strings = useStrings().sessions;
  const [subtasks, setSubtasks] = useState<Subtasks | null>(null);
  useEffect(() => {
    let isShown = true;
    // The question is the same without the count.
    void callHost(subtasksOf, sessionId)?.then(
      (found) => isShown && setSubtasks(found),
      () => undefined,
    );
    return () => void (isShown = false);
  }, [sessionId, subtasksOf]);
  const count = subtasks?.totalDescendants ?? 0;
  return (
    <ConfirmQuestion
      question={strings.deleteQuestion(title)}
      confirm={strings.deleteConfirm}
      keep={strings.keep}
      onConfirm={onConfirm}
      onLeave={onLeave}
      revision={count}
    >
      <output className={count > 0 ? "sv-record-fact" : "sv-visually-hidden"}>
        {count > 0 && strings.deleteSubtasks(count, subtasks?.truncated === true)}
      </output>
    </ConfirmQuestion>
  );
}
