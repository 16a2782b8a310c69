import { describe, expect, it } from "vitest";
import { until } from "./chat-world.js";
import { openChats, restored, settled } from "./open-chats.js";

const { chat, world } = openChats();

describe("an error", () => {
  it("of the connection ends when a later listener connects", async () => {
    world().person = null;
    const one = chat();
    expect(await restored(one)).toMatchObject({ connection: "closed", error: { status: 401 } });
    world().person = { tenant: "acme", user: "ana" };
    const leave = one.subscribe(() => {});
    const live = await until(one, ({ connection }) => connection === "live");
    expect(live.error).toBeNull();
    leave();
  });

  it("of a turn ends when another turn runs, from any client", async () => {
    const one = chat();
    const two = chat();
    await restored(one);
    await one.sendMessage("/say Part\n/fail middle provider_unavailable");
    await until(one, ({ status }) => status === "error");
    await until(two, ({ messages }) => messages.length === 2);
    await two.sendMessage("/say Fine");
    expect(await settled(one, 2)).toMatchObject({ status: "ready", error: null });
  });

  it("of a decision is over when it was decided elsewhere", async () => {
    const one = chat({
      plan: ({ url }) => (url.pathname.endsWith("/respond") ? { kind: "status", status: 403 } : undefined),
    });
    const two = chat();
    const approval = { kind: "approval", decision: "approve" } as const;
    await restored(one);
    await one.sendMessage("/approvals 1\n/say Done");
    const [asked] = (await until(one, ({ needsInput }) => needsInput)).pending;
    await expect(one.respond(asked?.id ?? "", approval)).rejects.toMatchObject({ status: 403 });
    expect(await until(one, ({ error }) => error !== null)).toMatchObject({ error: { status: 403 } });
    await until(two, ({ needsInput }) => needsInput);
    await two.respond(asked?.id ?? "", approval);
    expect(await settled(one, 1)).toMatchObject({ error: null });
  });

  it("of a stop is over when the turn is", async () => {
    const one = chat({
      plan: ({ url }) => (url.pathname.endsWith("/stop") ? { kind: "status", status: 403 } : undefined),
    });
    await restored(one);
    const two = chat();
    await one.sendMessage("/say Part\n/silence 3600");
    await until(one, ({ status }) => status === "streaming");
    await expect(one.stop()).rejects.toMatchObject({ status: 403 });
    expect(await until(one, ({ error }) => error !== null)).toMatchObject({ isRunning: true });
    await until(two, ({ status }) => status === "streaming");
    await two.stop();
    expect(await settled(one, 1)).toMatchObject({ status: "ready", error: null });
  });

  it("of a stop is kept when the turn has not begun on the page yet", async () => {
    const one = chat({
      plan: ({ url }) => {
        if (url.pathname.endsWith("/stop")) return { kind: "status", status: 403 };
        return url.searchParams.has("follow") ? { kind: "no-answer" } : undefined;
      },
    });
    await one.sendMessage("/say Part\n/silence 3600");
    await until(one, ({ messages }) => messages.some(({ delivery }) => delivery === "sent"));
    await expect(one.stop()).rejects.toMatchObject({ status: 403 });
    expect(await until(one, ({ error }) => error !== null)).toMatchObject({ error: { status: 403 } });
  });
});
