import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import type { Composer } from "../../src/hooks/use-composer.js";
import { ServiceApiError } from "../../src/wire/protocol/api-error.js";

const done = async () => undefined;

describe("a control that was refused", () => {
  const noAnswer = new ServiceApiError("We couldn't reach the server.", { status: 0, code: "network_error" });
  const refused = new ServiceApiError("Not now.", { status: 500, code: "internal" });

  async function failedStop(error: Error, composer: Partial<Composer> = {}) {
    const stop = () => Promise.reject(error);
    const view = (more: Partial<Composer>) => (
      <ComposerView composer={{ sendMessage: done, isRunning: true, stop, ...composer, ...more }} />
    );
    const { rerender } = render(view({}));
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't stop the agent.");
    return (more: Partial<Composer>) => rerender(view(more));
  }

  it("is no longer reported once the turn has ended, nor during the next turn", async () => {
    const show = await failedStop(refused);
    show({ isRunning: false });
    expect(screen.queryByRole("alert")).toBeNull();
    show({ isRunning: true });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is no longer reported once the connection that it lacked is back", async () => {
    const show = await failedStop(noAnswer, { connection: "reconnecting" });
    show({ connection: "connecting" });
    expect(screen.getByRole("alert")).toBeVisible();
    show({ connection: "live" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("stays reported over a reconnection where the server refused it", async () => {
    const show = await failedStop(refused, { connection: "reconnecting" });
    show({ connection: "live" });
    expect(screen.getByRole("alert")).toBeVisible();
  });
});
