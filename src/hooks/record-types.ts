/** Types that signatures of hooks and components name: records of the service, and parts of a hook's result. */
export type {
  ChatFinish,
  ChatListeners,
  ChatReceipt,
  ChatSend,
  ChatSettings,
  ChatState,
  ChatVerbs,
} from "../chat/chat-types.js";
export type * from "../conversation/decisions/decision.js";
export type { DraftContent, DraftState, DraftVersion } from "../conversation/drafts/draft-state.js";
export type { RemoteDraft } from "../conversation/drafts/draft-sync.js";
export type { ServiceError, ServiceErrorFacts } from "../foundation/base-error.js";
export type { Clock } from "../foundation/clock.js";
export type { AutomationAction } from "../session/automation-actions.js";
export type { IntegrationAction } from "../session/integration-actions.js";
export type { MemoryAction } from "../session/memory-actions.js";
export type { SessionControllerState } from "../session/session-types.js";
export type { TaskAction } from "../session/task-actions.js";
export type {
  AutomationAdapterId,
  AutomationCondition,
  AutomationEvent,
  AutomationRun,
  AutomationSessionTemplate,
  AutomationSource,
  AutomationTrigger,
  AutomationTriggerConfiguration,
} from "../wire/protocol/automations.js";
export type {
  Actor,
  Answer,
  AnswerInWords,
  ApprovalDecision,
  ApprovalMachine,
  HumanInputRequest,
  HumanInputResponse,
  HumanInputSubmission,
  Question,
  QuestionOption,
} from "../wire/protocol/decisions.js";
export type { SystemUpdateMember } from "../wire/protocol/event-payloads.js";
export type { FileResource } from "../wire/protocol/files.js";
export type { GoalMutationPolicy, GoalRecord, GoalStatus } from "../wire/protocol/goal.js";
export type {
  Integration,
  IntegrationAuth,
  IntegrationAuthScheme,
  IntegrationCredential,
  IntegrationDefinition,
  IntegrationPreview,
  IntegrationSource,
  IntegrationTool,
  ToolSafety,
} from "../wire/protocol/integrations.js";
export type { LineageChild, LineageNode, SessionLineage, TreeStats } from "../wire/protocol/lineage.js";
export type { DeviceLookup, Enrollment, MachineAbility, MachineFacts } from "../wire/protocol/machines.js";
export type { SessionMcpServer } from "../wire/protocol/mcp-server.js";
export type { ApiKey, CreatedApiKey, ModelCatalog, ModelChoice } from "../wire/protocol/organization.js";
export type { OwnerChoice, OwnerChoices } from "../wire/protocol/owner-choice.js";
export type { Memory } from "../wire/protocol/people-data.js";
export type {
  OverlapPolicy,
  RunMode,
  Schedule,
  ScheduledTask,
  TaskAgentConfig,
  TaskInput,
  TaskPatch,
  TaskRun,
  TaskRunStatus,
} from "../wire/protocol/schedules.js";
export type { SessionEvent } from "../wire/protocol/session-event.js";
export type {
  AgentAccess,
  EffectiveControl,
  EndUser,
  KnownSessionStatus,
  MemoryScope,
  QueueSnapshot,
  Session,
  SessionTurn,
  TurnStatus,
} from "../wire/protocol/session.js";
export type { SessionSkill, SkillDefinition } from "../wire/protocol/skill.js";
export type { SessionId } from "./session-source.js";
export type { SessionByIdExtras } from "./use-session-by-id.js";
export type { SessionOrder } from "../wire/protocol/session-bodies.js";
