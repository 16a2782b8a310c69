/** Pages of several people before one host, whose every answer is kept for the search for secrets and foreign ids. */
import { inspect } from "node:util";
import { createIntegrations } from "../../../service/src/integrations/create-integrations.js";
import { facts, secrets, task, trigger } from "../../../service/test/families/family-world.js";
import { openOrdersSource } from "../../../service/test/kills/orders-source.js";
import { manualClock } from "../../../service/test/manual-clock.js";
import { isServiceError } from "../../../src/foundation/base-error.js";
import { ProxyRefusal } from "../../../src/server/proxy/proxy-error.js";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import { createBackend, everyRoute, resolveHeaders } from "../../support/backend.js";
import { request } from "./browser-request.js";
import type { BrowserRow, PageKind } from "./family-rows.js";

export interface Person {
  readonly user: string | null;
  readonly tenant?: string;
  readonly role?: "admin" | "member";
}

export const ana: Person = { user: "ana" };
export const ben: Person = { user: "ben" };
export const admin: Person = { user: "root", role: "admin" };
export const outsider: Person = { user: "ana", tenant: "other" };

interface Asked {
  readonly id?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default the person's own */
  readonly workspace?: string;
  /** Asks a host that has turned nothing on. */
  readonly isOff?: boolean;
}

export interface FamilyPages {
  readonly sourceUrl: string;
  ask(row: BrowserRow, who: Person, asked?: Asked): Promise<Response>;
  /** Opens new tenants and advances an hour, so that no limit of the previous test counts. */
  renew(): Promise<void>;
  /** Makes a record of a person, or of the workspace. Gives its id; empty for no kind. */
  readonly make: (kind: PageKind | undefined, who: Person, owner?: "user" | "workspace") => Promise<string>;
  /** From here on no page of this person may hear the id. */
  hide(id: string, who: Person): void;
  readonly startCode: (body: object) => Promise<{ readonly userCode: string; readonly deviceCode: string }>;
  readonly installation: (who: Person) => Promise<object>;
  workspaceOf(who: Person): Promise<string>;
  /** The secrets and hidden ids that were heard, and the faults that were reported, since the last call. */
  leaks(): string[];
  close(): Promise<void>;
}

const resolve: SessionProxyOptions["resolve"] = (asked) => {
  const who = resolveHeaders(asked);
  const role = asked.headers.get("x-role");
  return who instanceof Response || role === null ? who : { ...who, role: role as "admin" };
};

const nameOf = ({ user, tenant = "acme", role }: Person) => `${tenant} ${user} ${role ?? ""}`;

export async function openFamilyPages(): Promise<FamilyPages> {
  const source = await openOrdersSource();
  const clock = manualClock();
  const backend = await createBackend({
    secretsKey: "07".repeat(32),
    integrations: createIntegrations({ clock, privateNetworks: true }),
    clock,
  });
  let generation = 0;
  const tenantOf = ({ tenant = "acme" }: Pick<Person, "tenant">) => `${tenant}-${generation}`;
  const reported: unknown[] = [];
  const onError = (error: unknown) => void reported.push(error);
  // The suite tests refusals that a limiter would hide.
  const options = { resolve, onError, limiter: false } as const;
  const proxy = backend.proxy({ ...everyRoute, ...options });
  const bare = backend.proxy(options);
  const heard: { readonly by: string; readonly text: string }[] = [];
  const hidden: { readonly from: string; readonly id: string }[] = [];
  const issued = new Set<string>();
  let made = 0;

  async function send(method: string, path: string, who: Person, body: unknown, asked: Asked = {}): Promise<Response> {
    const { user, role } = who;
    const headers = { "x-tenant": tenantOf(who), ...(role && { "x-role": role }), ...asked.headers };
    const answer = await (asked.isOff ? bare : proxy)(request(method, path, body, { user, headers }));
    const text = await answer.clone().text();
    heard.push({ by: nameOf(who), text: `${text} ${JSON.stringify([...answer.headers])}` });
    return answer;
  }

  async function read(method: string, path: string, who: Person, body?: object): Promise<Record<string, never>> {
    const answer = await send(method, path, who, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Record<string, never>;
  }

  async function open(path: string, body: object): Promise<Record<string, never>> {
    const url = `https://service.internal.test/v1/enrollments/device/${path}`;
    const headers = { "content-type": "application/json" };
    const answer = await backend.fetch(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, never>;
  }

  const current = "workspaces/current";
  const automations = `${current}/automations`;

  async function installation(who: Person): Promise<object> {
    made += 1;
    const wanted = { source: { kind: "openapi", url: source.url } };
    const preview = (await read("POST", `${current}/integrations/preview`, who, wanted)) as unknown as {
      readonly revisionId: string;
      readonly contentSha256: string;
      readonly auth: { readonly schemes: readonly { readonly id: string }[] };
    };
    const { revisionId, contentSha256, auth } = preview;
    const credential = { schemeId: auth.schemes[0]?.id, value: secrets.credential };
    const expected = { expectedRevisionId: revisionId, expectedContentSha256: contentSha256 };
    return { ...wanted, ...expected, credential, instanceKey: `k${made}` };
  }

  const pages: FamilyPages = {
    sourceUrl: source.url,
    async ask(row, who, asked = {}) {
      const { id = "", workspace = "current" } = asked;
      const at = row.path.replace(":workspaceId", workspace).replace(/:\w+/, id);
      const path = row.search === undefined ? at : `${at}?${row.search}`;
      const reads = row.method === "GET" || row.method === "DELETE";
      const body = reads ? undefined : (asked.body ?? (await row.sample?.(pages, signedIn(who))) ?? {});
      return send(row.method, path, who, body, asked);
    },
    async make(kind, who, owner = "user") {
      switch (kind) {
        case undefined:
          return "";
        case "taskId":
          return (await read("POST", `${current}/scheduled-tasks`, who, { ...task, owner }))["id"]!;
        case "sourceId": {
          const body = { name: "Shop", webhookSecret: secrets.webhook, owner };
          return (await read("POST", `${automations}/sources`, who, body))["id"]!;
        }
        case "triggerId": {
          const sourceId = await pages.make("sourceId", who, owner);
          const body = { ...trigger, sessionTemplate: { prompt: "/say hi" }, sourceId, owner };
          return (await read("POST", `${automations}/triggers`, who, body))["id"]!;
        }
        case "integrationId": {
          const body = { ...(await installation(who)), owner };
          return (await read("POST", `${current}/integrations/install`, who, body))["id"]!;
        }
        case "enrollmentId": {
          const { userCode, deviceCode } = await pages.startCode(facts);
          await read("POST", `${current}/enrollments/device/approve`, who, { userCode, owner });
          const { credentials } = (await open("poll", { deviceCode })) as unknown as {
            readonly credentials: { readonly enrollmentId: string; readonly token: string };
          };
          issued.add(credentials.token);
          return credentials.enrollmentId;
        }
        default:
          return kind satisfies never;
      }
    },
    hide: (id, who) => void hidden.push({ from: nameOf(who), id }),
    async startCode(body) {
      const code = (await open("start", body)) as unknown as { readonly userCode: string; readonly deviceCode: string };
      issued.add(code.deviceCode);
      return code;
    },
    installation,
    workspaceOf: (who) => backend.service.workspaceId({ tenant: tenantOf(who) }),
    async renew() {
      generation += 1;
      await clock.advance(3_600_001);
    },
    leaks() {
      const all = heard.splice(0);
      const log = reported.splice(0);
      const lines = [...all.map(({ text }) => text), ...log.map((error) => inspect(error, { depth: 8 }))];
      const marks = [...Object.values(secrets), ...issued, backend.app.apiKey];
      const told = marks.filter((mark) => lines.some((line) => line.includes(mark)));
      const ids = hidden.filter(({ from, id }) => all.some(({ by, text }) => by === from && text.includes(id)));
      // Refusals are reported too; anything else is a fault.
      const faults = log.filter((error) => !(error instanceof ProxyRefusal) && !isServiceError(error));
      return [...told, ...ids.map(({ from, id }) => `${id} to ${from}`), ...faults.map(String)];
    },
    async close() {
      await backend.close();
      await source.close();
    },
  };
  return pages;
}

const signedIn = (who: Person): Person => ({ ...who, user: who.user ?? "ana" });
