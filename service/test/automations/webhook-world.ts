/** A service with one source, its deliveries, and their results. */
import { expect } from "vitest";
import type { AdapterId } from "../../src/automations/webhook-senders.js";
import type { ServiceAppOptions } from "../../src/app.js";
import { harness, text, type Answer, type Harness, type Json } from "../harness.js";
import { settle } from "../manual-clock.js";
import { signedHeaders, webhookSecret, type Sent } from "./signed.js";

export const secretsKey = Buffer.alloc(32, 7).toString("base64");

export interface WebhookWorld extends Harness {
  readonly sources: string;
  readonly triggers: string;
  /** Makes a source. Gives its record. */
  source(fields?: object): Promise<Json>;
  /** Makes a trigger of the source that takes every type. */
  trigger(source: Json, fields?: object): Promise<Json>;
  /** Posts a signed event to the source's webhook. */
  deliver(source: Json, event: object, sent?: Partial<Sent> & { readonly headers?: object }): Promise<Answer>;
  /** Posts it and waits for the answer alone. */
  post: WebhookWorld["deliver"];
  runs(query?: string): Promise<readonly Json[]>;
  events(source: Json): Promise<readonly Json[]>;
}

export async function webhookWorld(options: Partial<ServiceAppOptions> = {}): Promise<WebhookWorld> {
  const service = await harness({ secretsKey, ...options });
  const automations = `${service.workspace}/automations`;
  const sources = `${automations}/sources`;
  const triggers = `${automations}/triggers`;

  /** Decryption leaves the thread, so that one turn of the loop is not enough. */
  async function ended(): Promise<void> {
    await expect
      .poll(async () => {
        await settle();
        const { body } = await service.call("GET", `${automations}/runs`);
        return (body["runs"] ?? []).filter(({ status }) => ["queued", "dispatching"].includes(String(status)));
      })
      .toEqual([]);
    await settle();
  }

  const post: WebhookWorld["deliver"] = async (source, event, { headers = {}, ...sent } = {}) => {
    const body = sent.body ?? JSON.stringify(event);
    const signed = signedHeaders(text(source["adapterId"]) as AdapterId, { secret: webhookSecret, ...sent, body });
    const given = { key: null, headers: { ...signed, ...headers } };
    return service.call("POST", text(source["webhookPath"]), body, given);
  };

  async function made(path: string, body: object): Promise<Json> {
    const answer = await service.call("POST", path, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  }

  return {
    ...service,
    sources,
    triggers,
    source: (fields) => made(sources, { name: "Shop", webhookSecret, ...fields }),
    trigger: (source, fields) =>
      made(triggers, {
        sourceId: source["id"],
        name: "Look at it",
        eventTypes: ["*"],
        sessionTemplate: { prompt: "/say looked" },
        ...fields,
      }),
    post,
    async deliver(source, event, sent) {
      const answer = await post(source, event, sent);
      await ended();
      return answer;
    },
    runs: async (query = "") => (await service.call("GET", `${automations}/runs${query}`)).body["runs"] ?? [],
    events: async (source) =>
      (await service.call("GET", `${sources}/${text(source["id"])}/events`)).body["events"] ?? [],
  };
}
