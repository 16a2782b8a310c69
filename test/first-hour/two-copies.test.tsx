/** The texts for a newcomer with two copies of the package: of a component's, and of a handler's. */
import { render } from "@testing-library/react";
import { createElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as react from "../../src/index.js";
import { createBackend, ask, bodyOf, resolveHeaders } from "../support/backend.js";

/** The package as it is loaded once more. */
async function copyOf(): Promise<typeof react> {
  vi.resetModules();
  return import("../../src/index.js");
}

beforeEach(() => {
  const write = vi.spyOn(console, "error").mockImplementation(() => {});
  return () => write.mockRestore();
});

const ana = { tenant: "acme", user: "ana" };

describe("a component without its provider", () => {
  it("reports a missing provider", async () => {
    const { ChatConversation } = await copyOf();
    expect(() => render(createElement(ChatConversation, { conversation: "support" }))).toThrow(
      expect.objectContaining({
        code: "provider_missing",
        message:
          "This hook or component needs a ServiceProvider above it and found none. Wrap your app: <ServiceProvider identity={{ tenant, user }}>…</ServiceProvider>, or identity={null} while signed out.",
      }) as Error,
    );
  });

  it("reports that the provider is of another copy of the package", async () => {
    const { ServiceProvider } = await copyOf();
    const { ChatConversation } = await copyOf();
    const child = createElement(ChatConversation, { conversation: "support" });
    expect(() => render(createElement(ServiceProvider, { identity: ana }, child))).toThrow(
      expect.objectContaining({
        code: "provider_missing",
        message:
          'This hook or component is of another copy of @service/react than the ServiceProvider on this page. Run `npm ls @service/react` and keep one version; if there is one, let the bundler use one copy (in Vite: resolve.dedupe: ["@service/react"]).',
      }) as Error,
    );
  });
});

describe("a handler of another copy than its Service", () => {
  it("recognises the errors of the Service: a new conversation is empty, and not a failure", async () => {
    const backend = await createBackend();
    vi.resetModules();
    const { createChatHandler } = await import("../../src/server/handler/create-chat-handler.js");
    const handle = createChatHandler(backend.service, { resolve: resolveHeaders });
    const answer = await handle(ask("GET", "/api/chat"));
    expect([answer.status, (await bodyOf(answer)).messages]).toEqual([200, []]);
    await backend.close();
  });
});
