import {
  Announcer,
  ApprovalCard,
  CodeBlock,
  ConnectionStatus,
  CopyButton,
  DecisionList,
  EmptyState,
  ErrorState,
  LoadingState,
  MachineApproval,
  Markdown,
  QuestionForm,
  useApprovals,
  useQuestions,
  useSession,
  useSessionById,
} from "@service/react";

// DecisionList
export function Decisions() {
  const session = useSession({ conversation: "support" });
  return <DecisionList decisions={session.pending} onRespond={session.respond} />;
}

// ApprovalCard
export function FirstApproval() {
  const { approvals, approve, reject } = useApprovals(useSession({ conversation: "support" }));
  const [first] = approvals;
  return first ? <ApprovalCard approval={first} onApprove={approve} onReject={reject} /> : null;
}

// QuestionForm
export function FirstQuestions() {
  const { questions, answer, skip } = useQuestions(useSession({ conversation: "support" }));
  const [first] = questions;
  if (!first) return null;
  return (
    <QuestionForm
      question={first}
      onSubmit={(id, given) => (given.outcome === "answered" ? answer(id, given.answers) : skip(id))}
    />
  );
}

// MachineApproval
export function ConnectPage({ code }: { code: string | null }) {
  return <MachineApproval code={code} />;
}

// Markdown
export function Answer({ text }: { text: string }) {
  return <Markdown text={text} headingLevel={2} />;
}

// CodeBlock
export function Snippet() {
  return <CodeBlock code={'console.log("Hello");'} language="js" />;
}

// CopyButton
export function CopyLink() {
  return <CopyButton label="Copy link" text={() => location.href} />;
}

// ConnectionStatus
export function Line({ sessionId }: { sessionId: string }) {
  const { connection, nextAttemptAt, isUnreachable, reconnect } = useSessionById(sessionId);
  return (
    <ConnectionStatus
      connection={connection}
      nextAttemptAt={nextAttemptAt}
      isUnreachable={isUnreachable}
      onRetry={reconnect}
    />
  );
}

// States
export function Frame({ error, isLoading }: { error: Error | null; isLoading: boolean }) {
  if (error) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return isLoading ? <LoadingState /> : <EmptyState title="How can we help?" text="Ask about an order." />;
}

// Announcer
export function Spoken() {
  const session = useSession({ conversation: "support" });
  return <Announcer session={session} />;
}
