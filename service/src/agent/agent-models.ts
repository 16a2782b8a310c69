/**
 * An agent's name and models: the one place that the routes report, that validates a caller's choice, and that
 * resolves a turn's choice.
 */
import type { ModelCatalog } from "@service/sdk/protocol";
import { ServiceApiError } from "@service/sdk/protocol";
import type { Agent } from "./agent.js";

/** Requested choice of a session or message; null and missing fields fall back to the next wider scope. */
export interface AskedChoice {
  readonly model?: unknown;
  readonly reasoningEffort?: unknown;
  readonly latencyMode?: unknown;
}

/** Resolved choice of a turn. */
export interface TurnChoice {
  /** The id of one of the agent's models. */
  readonly model: string;
  /** One that the model offers. */
  readonly reasoningEffort: string;
  /** One that the model offers. */
  readonly latencyMode: string;
}

export interface AgentModels {
  /** The agent's name. */
  readonly name: string;
  readonly catalog: ModelCatalog & { readonly defaultModel: string; readonly models: readonly OfferedModel[] };
  /** Choice of a session that requests none. */
  readonly defaults: TurnChoice;
  /**
   * Rejects choices that the agent does not offer.
   *
   * @param wider the fallback for fields that `asked` omits: the session's choice for a message.
   * @param place prefix of the field's name in the error, such as `payload.`.
   * @throws {ServiceApiError} 422 that names the field and its valid values.
   */
  check(asked: AskedChoice, options?: { wider?: AskedChoice; place?: string; code?: string }): void;
  /** Resolves the choice of a turn from narrow to wide. Skips values that are no longer offered. */
  choose(...asked: readonly AskedChoice[]): TurnChoice;
}

interface OfferedModel {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly reasoningEfforts: readonly string[];
  readonly latencyModes: readonly string[];
}

const fields = ["model", "reasoningEffort", "latencyMode"] as const;

/** @throws {TypeError} for an agent without a name, or with two models of one id. */
export function modelsOf({ name, models: given = [] }: Agent): AgentModels {
  // Hosts without types forget it.
  if (typeof name !== "string" || name.trim() === "") {
    throw new TypeError("The agent has no `name`. Set it: `/v1/config/client` reports it.");
  }
  const models = (given.length === 0 ? [{ id: name }] : given).map(
    ({ id, label = id, description, reasoningEfforts = ["none"], latencyModes = ["standard"] }): OfferedModel => ({
      id,
      label,
      ...(description !== undefined && { description }),
      reasoningEfforts: reasoningEfforts.length === 0 ? ["none"] : reasoningEfforts,
      latencyModes: latencyModes.length === 0 ? ["standard"] : latencyModes,
    }),
  );
  const byId = new Map(models.map((model) => [model.id, model]));
  if (byId.size < models.length) throw new TypeError("Two of the agent's `models` have one id. Give each its own.");
  const [first] = models as [OfferedModel];

  function modelOf(asked: readonly AskedChoice[]): OfferedModel {
    for (const { model } of asked) {
      const found = typeof model === "string" ? byId.get(model) : undefined;
      if (found !== undefined) return found;
    }
    return first;
  }

  function offered(field: (typeof fields)[number], model: OfferedModel): readonly string[] {
    if (field === "model") return models.map(({ id }) => id);
    return field === "reasoningEffort" ? model.reasoningEfforts : model.latencyModes;
  }

  function pick(field: "reasoningEffort" | "latencyMode", model: OfferedModel, asked: readonly AskedChoice[]): string {
    const choices = offered(field, model);
    const chosen = asked.map((one) => one[field]).find((value) => choices.includes(value as string));
    const [usual = ""] = choices;
    return (chosen as string | undefined) ?? usual;
  }

  const choose = (...asked: readonly AskedChoice[]): TurnChoice => {
    const model = modelOf(asked);
    return {
      model: model.id,
      reasoningEffort: pick("reasoningEffort", model, asked),
      latencyMode: pick("latencyMode", model, asked),
    };
  };

  return {
    name,
    catalog: { defaultModel: first.id, models },
    defaults: choose(),
    choose,
    check(asked, { wider = {}, place = "", code = "validation_failed" } = {}) {
      for (const field of fields) {
        const value = asked[field];
        if (value === undefined || value === null) continue;
        const choices = offered(field, modelOf([asked, wider]));
        if (choices.includes(value as string)) continue;
        const name = place + field;
        const among = choices.map((choice) => `"${choice}"`).join(", ");
        const whose = field === "model" ? "this service offers" : "the model offers";
        throw new ServiceApiError(`"${name}" is not supported here: it must be one that ${whose}, of ${among}.`, {
          status: 422,
          code,
          details: { field: name },
        });
      }
    },
  };
}
