import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { checkBudget } from "../../scripts/lint/check-budgets.mjs";
import { checkImports } from "../../scripts/lint/check-imports.mjs";

const projectRoot = join(import.meta.dirname, "../..");
let root: string;
const planted: string[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "import-rules-"));
  for (const folder of ["src", "service/src"])
    cpSync(join(projectRoot, folder), join(root, folder), { recursive: true });
});
afterEach(() => {
  for (const file of planted.splice(0)) rmSync(join(root, file));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function plant(file: string, source: string): void {
  planted.push(file);
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), source, { flag: "wx" });
}

describe("the import table", () => {
  it("passes for the tree", () => {
    expect(checkImports(root)).toEqual([]);
  });

  it.each([
    [
      "a value import against the arrows",
      "src/wire/sse/planted.ts",
      'import { buildTimeline } from "../../timeline/build-timeline.js";\nbuildTimeline([]);',
      "src/wire/sse may not import src/timeline as a value",
    ],
    [
      "a type import against the arrows",
      "src/timeline/planted.ts",
      'import type { Frame } from "../wire/sse/read-frames.js";\nexport type Planted = Frame;',
      "src/timeline may not import src/wire/sse as a type",
    ],
    [
      "a value where only types may cross",
      "src/hooks/planted.ts",
      'import { isEventType } from "../wire/protocol/event-types.js";\nisEventType("x");',
      "src/hooks may not import src/wire/protocol as a value",
    ],
    [
      "an import through an entry file",
      "src/session/planted.ts",
      'export { isServiceError } from "../entries/protocol.js";',
      "is an entry; no room may import one",
    ],
    [
      "the AI SDK in the service itself",
      "service/src/engine/planted.ts",
      'import { streamText } from "ai";\nstreamText;',
      'service/src/engine may not use the package "ai"',
    ],
    [
      "the service itself taking up a model",
      "service/src/engine/planted.ts",
      'import { createModelAgent } from "../model/model-agent.js";\ncreateModelAgent;',
      "service/src/engine may not import service/src/model as a value",
    ],
    [
      "an arrow up between the service's rooms",
      "service/src/sessions/planted.ts",
      'import { readBody } from "../http/request-body.js";\nreadBody;',
      "service/src/sessions may not import service/src/http as a value",
    ],
    [
      "a file that no entry reaches",
      "src/components/planted.ts",
      "export const planted = 1;",
      "src/components/planted.ts is reached by no entry",
    ],
    [
      "an import of the package's own name",
      "src/components/planted.ts",
      'import { useChat } from "@service/react";\nuseChat;',
      'may not use the package "@service/react"',
    ],
    [
      "a re-export against the arrows",
      "src/foundation/planted.ts",
      'export type { ChatChunk } from "../wire/protocol/chat-chunk.js";',
      "src/foundation may not import src/wire/protocol as a type",
    ],
    [
      "a dynamic import against the arrows",
      "src/wire/protocol/planted.ts",
      'export const load = () => import("../sse/read-frames.js");',
      "src/wire/protocol may not import src/wire/sse as a value",
    ],
    [
      "a package from outside the row",
      "src/wire/protocol/planted.ts",
      'import { create } from "zustand";\ncreate;',
      'may not use the package "zustand"',
    ],
    [
      "the kit from inside the service",
      "service/src/planted.ts",
      'import { ServiceClient } from "@service/sdk";\nServiceClient;',
      'may not use the package "@service/sdk"',
    ],
    [
      "the chat protocol behind a session component",
      "src/components/session-conversation/planted.ts",
      'import { useChat } from "../../hooks/use-chat.js";\nuseChat;',
      "never load the chat protocol",
    ],
    ["a file in no room", "src/planted.ts", "export const planted = 1;", "lies in no room"],
  ])("refuses %s", (_, file, source, fault) => {
    plant(file, source);
    expect(checkImports(root).join("\n")).toContain(fault);
  });

  it("refuses a row that allows more than its room takes", () => {
    rmSync(join(root, "src/wire/sse"), { recursive: true });
    const faults = checkImports(root).join("\n");
    cpSync(join(projectRoot, "src/wire/sse"), join(root, "src/wire/sse"), { recursive: true });
    expect(faults).toContain("src/wire/sse may import foundation, but takes no value of it");
    expect(faults).toContain("src/wire/sse may use eventsource-parser, but does not");
  });

  it("refuses a cycle, also one of types alone", () => {
    plant("src/foundation/planted-a.ts", 'import type { B } from "./planted-b.js";\nexport type A = B | 1;');
    plant("src/foundation/planted-b.ts", 'import type { A } from "./planted-a.js";\nexport type B = A[];');
    expect(checkImports(root).join("\n")).toContain("cycle: src/foundation/planted-a.ts → src/foundation/planted-b.ts");
  });
});

describe("the size budgets", () => {
  const lines = (count: number) => "x\n".repeat(count);

  it("asks for a reason above the soft limit and refuses the hard one", () => {
    expect(checkBudget("src/a.ts", lines(250))).toBeUndefined();
    expect(checkBudget("src/a.ts", lines(251))).toContain("budget:");
    expect(checkBudget("src/a.ts", `// budget: one table\n${lines(251)}`)).toBeUndefined();
    expect(checkBudget("src/a.ts", `// budget: one table\n${lines(400)}`)).toContain("never");
  });
});
