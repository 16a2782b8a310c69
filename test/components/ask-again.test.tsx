import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MessageTimeline } from "../../src/components/message-timeline/message-timeline.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { ServiceClient } from "../../src/api/service-client.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { uploadedFile } from "../support/uploaded-file.js";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(() => world.close());

describe("Try again on a failed turn", () => {
  it("asks again with the same files", async () => {
    const elsewhere = new ServiceClient({ baseUrl: "/api/service", fetch: world.fetch });
    const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: crypto.randomUUID() });
    await chat.send("/say hi");
    const { sessionId } = chat;
    const { fileId } = await uploadedFile(elsewhere, "plan.txt");
    const payload = { text: "/fail before broken", resources: [{ kind: "file", fileId }] };
    await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload });
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <MessageTimeline sessionId={sessionId} />
      </ServiceProvider>,
    );
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    const sent = async () => {
      const { events } = await elsewhere.listEvents({ sessionId }, { limit: 500 });
      return events.filter(({ type }) => type === "user.message").slice(1);
    };
    await waitFor(async () => expect(await sent()).toHaveLength(2));
    expect((await sent())[1]?.payload).toMatchObject({ text: payload.text, resources: [{ kind: "file", fileId }] });
  });
});
