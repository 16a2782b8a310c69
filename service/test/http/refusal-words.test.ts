import { beforeAll, describe, expect, it } from "vitest";
import { fault, harness, text, type Answer, type Harness } from "../harness.js";
import { pathsOf, routeBodies, valueAt, withValue } from "./route-bodies.js";

let service: Harness;
let session: string;
beforeAll(async () => {
  service = await harness();
  session = await service.start("/silence 1000", { goal: { text: "Plan" } });
});

const nowhere = "00000000-0000-4000-8000-000000000000";
const forms = Object.entries(routeBodies).flatMap(([route, bodies]) =>
  bodies.map(({ full }) => ({ route, full, form: JSON.stringify(full["type"] ?? null) })),
);

function send(route: string, body: unknown): Promise<Answer> {
  const [method = "", pattern = ""] = route.split(" ");
  const ids: Record<string, string> = {
    workspaceId: service.workspace.split("/").at(-1)!,
    sessionId: session.split("/").at(-1)!,
    organizationId: service.app.organizationId,
  };
  const path = pattern.replaceAll(/:(\w+)/g, (_, id: string) => ids[id] ?? nowhere);
  return service.call(method, path, body);
}

/** The pattern for the expected value in a refusal, by the kind of the valid value. */
function wantedAt(value: unknown): RegExp {
  if (typeof value === "string")
    return /must (be|not be|have|name) .*(text|"|UUID|URL|time|media type|SHA|character|empty)/;
  if (typeof value === "number") return /whole number/;
  if (typeof value === "boolean") return /true or false/;
  return Array.isArray(value) ? /list/ : /object/;
}

const secret = "s3cr3t-value";
/** Values of every JSON type, far outside of any bounds. */
const badValues = [
  5,
  -1.5,
  true,
  "",
  secret,
  `${secret}${"x".repeat(70_000)}`,
  null,
  [],
  [5],
  {},
  { [secret]: 1 },
  undefined,
];

describe("a refused body", () => {
  it.each(forms)("names the field and what it must be: $route $form", async ({ route, full }) => {
    const refused = new Set<string>();
    for (const path of pathsOf(full)) {
      for (const bad of badValues) {
        const answer = await send(route, withValue(full, path, bad));
        if (answer.status !== 422 && answer.status !== 400) continue;
        const error = answer.body["error"]!;
        const [message, field] = [text(error["message"]), error["details"]?.["field"]];
        if (field === undefined) continue;
        const at = path.join(".");
        // Without it the body is of another form.
        if (bad === undefined && (at === "status" || at === "type")) continue;
        const name = text(field);
        refused.add(at);
        const told = { at, bad: JSON.stringify(bad)?.slice(0, 40), message };
        expect({ ...told, isNear: `${at}.`.startsWith(`${name}.`) || `${name}.`.startsWith(`${at}.`) }).toEqual({
          ...told,
          isNear: true,
        });
        expect(message).toContain(`"${name}" `);
        expect(message).toMatch(/ must | takes .* at most | is not supported/);
        expect(message).not.toMatch(/\b(?:[Rr]eceived|Expected|Invalid|Object|Array|undefined|NaN)\b/);
        expect(message).not.toContain(secret);
        const fits = valueAt(full, path);
        const isOtherType = name === at && typeof bad !== typeof fits;
        expect(message).toMatch(isOtherType ? wantedAt(fits) : /./);
      }
    }
    // Whatever a route reads has a type, so something does not fit each field that it names.
    expect(refused.size).toBeGreaterThan(0);
  });

  it.each([
    [{ text: "new" }, '"expectedObjectiveRevision" is missing: it must be a whole number from 0.'],
    [{}, '"text" is missing: it must be a text.'],
    [{ text: {}, expectedObjectiveRevision: 1 }, '"text" must be a text.'],
    [{ status: "done" }, '"status" must be one of "paused", "active".'],
    [{ text: "a", expectedObjectiveRevision: 1, rootConstraints: {} }, '"rootConstraints" must be a list.'],
  ])("explains a goal's %j: %s", async (body, message) => {
    const answer = await service.call("PATCH", `${session}/goal`, body);
    expect(fault(answer)).toBe("422 validation_failed");
    expect(answer.body["error"]?.["message"]).toBe(message);
  });

  it.each([
    ["no type", {}, '"type" must be one of "user.message", "user.approvalDecision"'],
    ["no payload", { type: "user.message" }, '"payload" is missing: it must be an object.'],
    ["no text", { type: "user.message", payload: {} }, '"payload.text" is missing: it must be a text.'],
    ["no words", { type: "user.message", payload: { text: " " } }, '"payload.text" must have text where'],
    ["a list for the payload", { type: "user.message", payload: [] }, '"payload" must be an object.'],
  ])("explains the expected value of an event with %s", async (_, body, message) => {
    const answer = await service.call("POST", `${session}/events`, body);
    expect(text(answer.body["error"]?.["message"])).toContain(message);
  });
});
