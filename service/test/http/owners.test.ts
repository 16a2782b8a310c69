import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { sourceBody, triggerBody } from "../../src/routes/automation-bodies.js";
import { createSessionBody } from "../../src/routes/bodies.js";
import { erasureBody } from "../../src/routes/erasures.js";
import { beginUploadBody } from "../../src/routes/files.js";
import { installBody, previewBody } from "../../src/routes/integration-bodies.js";
import { approveBody, tokenBody } from "../../src/routes/machine-bodies.js";
import { createTaskBody } from "../../src/routes/schedules.js";
import { ownersOf, ownRecord } from "../../src/routes/owners.js";
import type { WorkspaceCall } from "../../src/routes/route.js";
import { isSameOwner, ownerKey, type Owner } from "../../src/store/owner.js";

const ana: Owner = { source: "app", id: "ana" };
const ben: Owner = { source: "app", id: "ben" };
const named = "endUserSource=app&endUserId=ana";
const of = (query: string) => ownersOf(new URLSearchParams(query));

describe("whose records a query asks for", () => {
  it("is every owner when the query names none", () => {
    expect(of("")).toBeUndefined();
    expect(of("withWorkspace=false")).toBeUndefined();
  });

  it("is the union of the person and the workspace", () => {
    expect(of(named)).toEqual([ana]);
    expect(of("withWorkspace=true")).toEqual([null]);
    expect(of(`${named}&withWorkspace=1`)).toEqual([ana, null]);
  });

  it.each([
    ["endUserSource=app", "endUserId"],
    ["endUserId=ana", "endUserSource"],
    ["withWorkspace=perhaps", "withWorkspace"],
  ])("refuses %s with 400 and names %s", (query, field) => {
    expect(() => of(query)).toThrow(expect.objectContaining({ status: 400, details: { field } }));
  });
});

describe("the person that a body names", () => {
  const bodies = {
    createSessionBody,
    beginUploadBody,
    createTaskBody,
    sourceBody,
    triggerBody,
    previewBody,
    installBody,
    approveBody,
    tokenBody,
  };
  it.each(Object.entries(bodies))("is the one that was written, not a person with a trimmed id, in %s", (_, body) => {
    const written = { source: " app", id: "ana " };
    expect(v.parse(body.entries.endUser, written)).toEqual(written);
  });

  it("is the one that is erased", () => {
    const scope = { kind: "person", endUser: { source: " app", id: "ana " } };
    expect(v.parse(erasureBody, { scope })).toEqual({ scope });
  });
});

describe("a record by its id", () => {
  const call = (query: string) =>
    ({ workspace: { id: "w" }, query: new URLSearchParams(query) }) as unknown as WorkspaceCall;
  const record = (endUser: Owner, workspaceId = "w") => ({ workspaceId, endUser });
  const read = (query: string, found: ReturnType<typeof record> | null) => {
    try {
      return ownRecord(call(query), found, "task");
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("is found for its owner, and for a query that names no owner", () => {
    for (const query of ["", named]) expect(read(query, record(ana))).toEqual(record(ana));
    expect(read("withWorkspace=true", record(null))).toEqual(record(null));
  });

  it("fails in the same words when it is missing, another owner's or another workspace's", () => {
    const words = "There is no such task in this workspace.";
    const faults = [null, record(ben), record(null), record(ana, "other")];
    expect(faults.map((found) => read(named, found))).toEqual(faults.map(() => words));
  });
});

describe("the key of an owner", () => {
  it("differs for owners that differ", () => {
    const owners = [null, ana, ben, { source: "app,ana", id: "" }, { source: "", id: "" }];
    expect(new Set(owners.map(ownerKey)).size).toBe(owners.length);
    expect(owners.filter((owner) => isSameOwner(owner, ana))).toEqual([ana]);
  });
});
