/**
 * What an agent says it is and which models it offers: the one place from which the routes tell it, a caller's choice is
 * checked, and a turn's choice is made.
 */
import type { ModelCatalog } from "@service/sdk/protocol";
import { ServiceApiError } from "@service/sdk/protocol";
import type { Agent } from "./agent.js";

/** What a session or a message asks for; null and missing leave the choice to the next wider place. */
export interface AskedChoice {
  readonly model?: unknown;
  readonly reasoningEffort?: unknown;
  readonly latencyMode?: unknown;
}

/** What a turn runs with. */
export interface TurnChoice {
  /** The id of one of the agent's models. */
  readonly model: string;
  /** One that the model offers. */
  readonly reasoningEffort: string;
  /** One that the model offers. */
  readonly latencyMode: string;
}

export interface AgentModels {
  /** What the agent is called. */
  readonly name: string;
  readonly catalog: ModelCatalog & { readonly defaultModel: string; readonly models: readonly OfferedModel[] };
  /** What a session runs with that chooses nothing. */
  readonly defaults: TurnChoice;
  /**
   * Refuses what the agent does not offer.
   *
   * @param wider what is chosen where `asked` leaves it out: the session's choice for a message.
   * @param place stands before the field's name in the refusal, such as `payload.`.
   * @throws {ServiceApiError} 422 that names the field and what it may be.
   */
  check(asked: AskedChoice, options?: { wider?: AskedChoice; place?: string; code?: string }): void;
  /** The choice of a turn, the narrowest first. What is no longer offered is passed over. */
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
    throw new TypeError("The agent has no `name`. Give it one: it is what `/v1/config/client` says the agent is.");
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
