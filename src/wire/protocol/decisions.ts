import * as v from "valibot";
import { maybe } from "./maybe.js";

/** Approvals and questions on the wire (`protocol.md` §2.5-2.6): types, schemas, and the id of an approval. */

/** Loose on purpose: providers differ in where they put the id, the name and the arguments. */
export interface Approval {
  readonly id?: string | undefined;
  readonly callId?: string | undefined;
  /** The id of the call that it is about. */
  readonly toolCallId?: string | undefined;
  readonly name?: string | undefined;
  readonly toolName?: string | undefined;
  readonly arguments?: unknown;
  readonly rawItem?: Readonly<Record<string, unknown>> | undefined;
  /** The machine that the call runs on; read it with `approvalMachine`. */
  readonly machine?: unknown;
}

/** A connected machine, as a person who approves a call recognizes it. */
export interface ApprovalMachine {
  /** The machine's name in the arguments of the call. */
  readonly handle: string;
  /** The machine's name, or its handle if another machine of the session has the same name. */
  readonly name: string;
  /** The shared folder. */
  readonly folder: string;
}

/** A person's decision about an approval. */
export type ApprovalDecision = "approve" | "reject";

/** One choice of a question. */
export interface QuestionOption {
  readonly id: string;
  readonly label: string;
  readonly description?: string | null | undefined;
}

/** One question of a set. */
export interface Question {
  readonly id: string;
  /** `text`, `single_select` and `multi_select` are known; another kind is shown as text. */
  readonly kind: string;
  readonly prompt: string;
  readonly label?: string | null | undefined;
  readonly helpText?: string | null | undefined;
  readonly options?: readonly QuestionOption[] | undefined;
  /** @default true */
  readonly required?: boolean | undefined;
  /** @default false */
  readonly allowOther?: boolean | undefined;
  readonly validation?:
    | { readonly minSelections?: number | undefined; readonly maxSelections?: number | undefined }
    | null
    | undefined;
}

/** A set of questions that the agent asked at once. */
export interface HumanInputRequest {
  readonly id: string;
  readonly questions: readonly Question[];
  readonly allowSkip: boolean;
  /** ISO time after which it can no longer be answered; null when it waits without end. */
  readonly expiresAt: string | null;
  readonly toolCallId?: string | undefined;
}

/** The answer to one question of a set. */
export interface Answer {
  readonly questionId: string;
  /** The text, or the ids of the chosen options. */
  readonly values: readonly string[];
  /** Free text, instead of the options or in addition to them. */
  readonly other?: string | undefined;
}

/** An answer as a person reads it: the question's words, and the labels of the chosen options. */
export interface AnswerInWords {
  readonly questionId: string;
  readonly label: string | null;
  readonly prompt: string;
  readonly values: readonly string[];
}

/** A person's answer to a request. */
export type HumanInputSubmission =
  | { readonly outcome: "answered"; readonly answers: readonly Answer[] }
  | { readonly outcome: "skipped" };

/** The response in the log: also that no answer arrived in time, or that the turn ended first. */
export type HumanInputResponse =
  | HumanInputSubmission
  | { readonly outcome: "expired" }
  | { readonly outcome: "cancelled" };

/** The verified person behind a write. */
export interface Actor {
  readonly source?: string | undefined;
  readonly id: string;
  readonly name?: string | undefined;
}

/** A person's rejection of a call. */
export interface Denial {
  /** Who rejected it, where the log names a person. */
  readonly actor?: Actor | undefined;
  /** The reason they gave. */
  readonly reason?: string | undefined;
}

const text = v.string();

/** Schema of `Actor`. */
export const actorSchema = v.object({
  source: maybe(text),
  id: text,
  name: maybe(text),
}) satisfies v.GenericSchema<unknown, Actor>;

/** Schema of `Denial`. */
export const denialSchema = v.object({
  actor: maybe(actorSchema),
  reason: maybe(text),
}) satisfies v.GenericSchema<unknown, Denial>;

/** Schema of `Approval`. */
export const approvalSchema = v.looseObject({
  id: v.optional(text),
  callId: v.optional(text),
  toolCallId: v.optional(text),
  name: v.optional(text),
  toolName: v.optional(text),
  arguments: v.optional(v.unknown()),
  rawItem: v.optional(v.record(text, v.unknown())),
}) satisfies v.GenericSchema<unknown, Approval>;

const approvalMachineSchema = v.object({
  handle: text,
  name: text,
  folder: text,
}) satisfies v.GenericSchema<unknown, ApprovalMachine>;

/** Schema of `Question`. */
export const questionSchema = v.object({
  id: text,
  kind: text,
  prompt: text,
  label: v.nullish(text),
  helpText: v.nullish(text),
  options: v.optional(v.array(v.object({ id: text, label: text, description: v.nullish(text) }))),
  required: v.optional(v.boolean()),
  allowOther: v.optional(v.boolean()),
  validation: v.nullish(v.object({ minSelections: v.optional(v.number()), maxSelections: v.optional(v.number()) })),
}) satisfies v.GenericSchema<unknown, Question>;

/** Schema of `HumanInputRequest`. */
export const humanInputRequestSchema = v.object({
  id: text,
  questions: v.array(questionSchema),
  allowSkip: v.optional(v.boolean(), false),
  expiresAt: v.nullish(text, null),
  toolCallId: maybe(text),
}) satisfies v.GenericSchema<unknown, HumanInputRequest>;

/** Schema of `Answer`. */
export const answerSchema = v.object({
  questionId: text,
  values: v.array(text),
  other: maybe(text),
}) satisfies v.GenericSchema<unknown, Answer>;

/** Schema of `AnswerInWords`. */
export const answerInWordsSchema = v.object({
  questionId: text,
  label: v.nullish(text, null),
  prompt: text,
  values: v.array(text),
}) satisfies v.GenericSchema<unknown, AnswerInWords>;

/** Schema of `HumanInputResponse`. */
export const humanInputResponseSchema = v.variant("outcome", [
  v.object({ outcome: v.literal("answered"), answers: v.array(answerSchema) }),
  v.object({ outcome: v.literal("skipped") }),
  v.object({ outcome: v.literal("expired") }),
  v.object({ outcome: v.literal("cancelled") }),
]) satisfies v.GenericSchema<unknown, HumanInputResponse>;

/** Reads an approval as a provider sent it; null when the value is not one. */
export function readApproval(value: unknown): Approval | null {
  const read = v.safeParse(approvalSchema, value);
  return read.success ? read.output : null;
}

/** Parses a set of questions; null when the payload is malformed. */
export function readHumanInputRequest(value: unknown): HumanInputRequest | null {
  const read = v.safeParse(humanInputRequestSchema, value);
  return read.success ? read.output : null;
}

/** The id that decides an approval: the call's id when it has one, else the approval's own. */
export function approvalId(approval: Approval): string | undefined {
  const raw = approval.rawItem ?? {};
  for (const id of [raw["callId"], raw["id"], approval.id, approval.callId, approval.toolCallId, approval.name]) {
    if (typeof id === "string" && id !== "") return id;
  }
  return undefined;
}

/** The id of the call that an approval is about; differs from the approval's id only for some providers. */
export function approvedCallId(approval: Approval): string | undefined {
  return approval.callId || approval.toolCallId || approvalId(approval);
}

/** The name of the tool that the approval is for; null without one. */
export function approvalName(approval: Approval): string | null {
  for (const name of [approval.name, approval.toolName, approval.rawItem?.["name"]]) {
    if (typeof name === "string" && name !== "") return name;
  }
  return null;
}

/** The arguments an approval would run with, wherever the provider put them. */
export function approvalArguments(approval: Approval): unknown {
  return approval.arguments ?? approval.rawItem?.["arguments"];
}

/** The machine that the call runs on. Undefined for other calls, and where another provider uses the field differently. */
export function approvalMachine(approval: Approval): ApprovalMachine | undefined {
  const read = v.safeParse(approvalMachineSchema, approval.machine);
  return read.success ? read.output : undefined;
}
