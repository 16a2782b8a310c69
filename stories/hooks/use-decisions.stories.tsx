import { ApprovalCard, ComposerView, QuestionForm, useApprovals, useQuestions, useSession } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { withWorld } from "../live.js";
import { said } from "../seed.js";
import { asked } from "../story-agent.js";

/** Pending decisions by kind: approvals and questions. */
function OwnDecisions({ conversation }: { readonly conversation: string }) {
  const session = useSession({ conversation });
  const { approvals, approve, reject } = useApprovals(session);
  const { questions, answer, skip } = useQuestions(session);
  return (
    <div className="own-chat">
      {approvals.map((approval) => (
        <ApprovalCard
          key={approval.id}
          approval={approval}
          onApprove={(id) => void approve(id)}
          onReject={(id, reason) => void reject(id, reason)}
        />
      ))}
      {questions.map((question) => (
        <QuestionForm
          key={question.id}
          question={question}
          onSubmit={(id, given) => void (given.outcome === "answered" ? answer(id, given.answers) : skip(id))}
        />
      ))}
      <ComposerView composer={session} />
    </div>
  );
}

const meta = {
  title: "Hooks/useApprovals and useQuestions",
  component: OwnDecisions,
  tags: ["!autodocs"],
  decorators: [withWorld],
  parameters: { bar: false },
  args: { conversation: "hook-decisions" },
  loaders: [said(asked("Please send the invoice to Globex.", '/approve send_invoice {"to":"Globex"}'))],
} satisfies Meta<typeof OwnDecisions>;
export default meta;

export const Example: StoryObj<typeof meta> = {};
