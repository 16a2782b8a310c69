import {
  ApiKeys,
  MemoryPanel,
  AutomationList,
  ConnectedMachines,
  GoalBanner,
  InstallDialogView,
  IntegrationList,
  QueuePanel,
  ScheduledTaskForm,
  ScheduledTaskList,
  SessionList,
  type InstallStep,
} from "@service/react";
import { useState } from "react";

// SessionList
export function Sidebar({ open }: { open: (sessionId: string) => void }) {
  return <SessionList onOpen={open} limit={20} />;
}

// QueuePanel
export function Queue({ sessionId }: { sessionId: string }) {
  return <QueuePanel sessionId={sessionId} />;
}

// GoalBanner
export function Goal({ sessionId }: { sessionId: string }) {
  return <GoalBanner sessionId={sessionId} />;
}

// ScheduledTaskList
export function Schedules() {
  return <ScheduledTaskList limit={20} />;
}

// ScheduledTaskForm
export function NewSchedule({ close }: { close: () => void }) {
  return <ScheduledTaskForm owner="user" onSaved={close} onCancel={close} />;
}

// AutomationList
export function Automations() {
  return <AutomationList webhookBaseUrl="https://hooks.example.com" />;
}

// IntegrationList
export function Integrations() {
  return <IntegrationList owner="user" />;
}

// InstallDialog
export function AddIntegration({ close }: { close: () => void }) {
  const [step, setStep] = useState<InstallStep>({ name: "choose" });
  return (
    <InstallDialogView
      step={step}
      definitions={[]}
      anySource
      onCheck={() => undefined}
      onCheckAgain={() => undefined}
      onInstall={() => undefined}
      onBack={() => setStep({ name: "choose" })}
      onClose={close}
    />
  );
}

// ConnectedMachines
export function Machines() {
  return <ConnectedMachines command="npx service-sdk machine connect" />;
}

// MemoryPanel
export function Memory() {
  return <MemoryPanel />;
}

// ApiKeys
export function Keys() {
  return <ApiKeys />;
}
