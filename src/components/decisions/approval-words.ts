import { visibleText } from "../../foundation/visible-text.js";
import type { Messages } from "../../strings/messages.js";
import { isFlat, readValue, type ReadableFields } from "../tool-call/readable-value.js";
import { toolName } from "../tool-call/tool-name.js";
import type { Approval } from "./decision-types.js";

/** The words of a card about a call, where the host has none. */
export interface ApprovalWords {
  /** The action, such as the tool's name. Null for a call without a name. */
  readonly action: string | null;
  /** The question. @default one with the action */
  readonly question?: string | undefined;
  /** Text of the button that approves. @default the general one */
  readonly approve?: string | undefined;
  /** The arguments under names for people. @default as they are */
  readonly fields?: ReadableFields | undefined;
}

type Catalogue = Pick<Messages, "decisions" | "tool" | "units">;

/** Words for a call of the service's own tools on a machine, else those for any tool. */
export function approvalWords(approval: Approval, catalogue: Catalogue): ApprovalWords {
  const { name } = approval;
  return machineWords(approval, catalogue) ?? { action: name === null ? null : toolName(name, catalogue.tool) };
}

/** The machine's name and folder replace its handle; every other argument is shown. */
function machineWords(approval: Approval, { decisions, units }: Catalogue): ApprovalWords | undefined {
  const { name, machine, arguments: given } = approval;
  if (machine === undefined || typeof given !== "object" || given === null) return undefined;
  const { machine: handle, ...rest } = given as Readonly<Record<string, unknown>>;
  if (handle !== machine.handle) return undefined;
  const words = decisions.onMachine;
  const shownName = visibleText(machine.name);
  const folder = field(words.folder, machine.folder);
  if (name === "run" && typeof rest["command"] === "string") {
    const { command, timeoutSeconds: limit, ...others } = rest;
    const time = typeof limit === "number" ? units.duration(limit * 1_000) : limit;
    const fields = [
      code(words.command, command),
      folder,
      ...(time === undefined ? [] : [field(words.timeLimit, time)]),
      ...Object.entries(others).map(([key, value]) => field(key, value)),
    ];
    return { action: words.run, question: words.runTitle(shownName), approve: words.run, fields };
  }
  if (name !== "write_file" || typeof rest["content"] !== "string") return undefined;
  const { path, content, ...others } = rest;
  const fields = [
    field(words.file, path),
    folder,
    code(words.content, content),
    ...Object.entries(others).map(([key, value]) => field(key, value)),
  ];
  return { action: words.write, question: words.writeTitle(shownName), approve: words.write, fields };
}

type Field = ReadableFields[number];

function field(name: string, value: unknown): Field {
  return [name, isFlat(value) ? value : readValue(value, "arguments", 1)];
}

function code(name: string, text: string): Field {
  return [name, text === "" ? "" : { kind: "code", text }];
}
