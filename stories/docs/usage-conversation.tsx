/** Usage of each component, compiled like the rest of the kit and shown on its page: one example a name. */
import {
  AttachButton,
  AttachmentTray,
  ChatComposer,
  ChatConversation,
  ComposerView,
  MessageAttachments,
  MessageTimeline,
  NewSession,
  SessionConversation,
  SessionList,
  TimelineView,
  ToolCall,
  useAttachments,
  useComposerById,
  useSession,
} from "@service/react";
import { useState } from "react";

// ChatConversation
export function Support() {
  return <ChatConversation conversation="support" placeholder="Ask about an order" />;
}

// SessionConversation
export function Ticket({ sessionId }: { sessionId: string }) {
  return <SessionConversation sessionId={sessionId} newTurnAnchor="top" />;
}

// NewSession
export function Inbox() {
  const [sessionId, setSessionId] = useState<string>();
  return (
    <>
      <SessionList selectedId={sessionId} onOpen={setSessionId} onNew={() => setSessionId(undefined)} />
      {sessionId ? <SessionConversation sessionId={sessionId} /> : <NewSession onCreated={setSessionId} />}
    </>
  );
}

// MessageTimeline
export function Transcript({ sessionId }: { sessionId: string }) {
  return <MessageTimeline sessionId={sessionId} />;
}

// TimelineView
export function History() {
  const session = useSession({ conversation: "support" });
  return <TimelineView timeline={session} isRunning={session.isRunning} />;
}

// ToolCall
export function OrderLookup() {
  return <ToolCall name="orders__find_order" state="complete" input={{ number: 4711 }} output="Left on Monday" />;
}

// MessageAttachments
export function Files({ resources }: { resources: readonly unknown[] }) {
  return <MessageAttachments resources={resources} addressOf={(fileId) => `/files/${fileId}`} />;
}

// ChatComposer
export function WriteBox({ sessionId }: { sessionId: string }) {
  return <ChatComposer sessionId={sessionId} />;
}

// ComposerView
export function Field() {
  const session = useSession({ conversation: "support" });
  return <ComposerView composer={session} placeholder="Ask about an order" sendKey="mod-enter" />;
}

// AttachmentTray
export function WithFiles({ sessionId }: { sessionId: string }) {
  const attachments = useAttachments({ sessionId, maxFiles: 3 });
  const composer = useComposerById(sessionId, { attachments });
  return (
    <>
      <AttachmentTray attachments={attachments} />
      <AttachButton attachments={attachments} />
      <textarea value={composer.value} onChange={(event) => composer.setValue(event.target.value)} />
    </>
  );
}
