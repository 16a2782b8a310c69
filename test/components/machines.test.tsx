import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { StrictMode, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConnectedMachines } from "../../src/components/machines/connected-machines.js";
import { MachineApproval } from "../../src/components/machines/machine-approval.js";
import { MachineApprovalView } from "../../src/components/machines/machine-approval-view.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { ana, chatWorld, chloe, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld({ machines: true });
});
afterEach(() => world.close());

const done = () => undefined;
const rows = () => [...document.querySelectorAll(".sv-machine")].map(({ textContent }) => textContent);

const page = (content: ReactNode, person: typeof ana = ana) => (
  <StrictMode>
    <ServiceProvider identity={person} fetch={world.fetch}>
      {content}
    </ServiceProvider>
  </StrictMode>
);

async function device(path: string, body: object): Promise<Record<string, string>> {
  const asked = { method: "POST", path: `/v1/enrollments/device/${path}`, body: JSON.stringify(body) } as const;
  return (await (await world.service.forward(asked)).json()) as Record<string, string>;
}

async function started() {
  const { userCode = "", deviceCode = "" } = await device("start", {
    name: "laptop",
    folder: "project",
    abilities: ["read", "run"],
  });
  return { userCode, poll: () => device("poll", { deviceCode }) };
}

it("isolates the path of a folder and each sentence about a machine, for a page from right to left", () => {
  const machine = { name: "laptop", folder: "/srv/shop", abilities: ["read", "run"] } as never;
  const verbs = { onCode: done, onCheck: done, onApprove: done, onDeny: done, onAgain: done };
  render(<MachineApprovalView code="ABCD-EFGH" state={{ is: "ask", machine }} {...verbs} />);
  expect(screen.getByText("/srv/shop")).toHaveAttribute("dir", "ltr");
  const sentences = [...document.querySelectorAll(".sv-machine-approval :is(p, li)")];
  expect(sentences.length).toBeGreaterThan(4);
  expect(sentences.filter((sentence) => !sentence.closest("[dir]") && !sentence.querySelector("bdi"))).toEqual([]);
});

describe("MachineApproval", () => {
  it("approves the code of its address, and the list then shows the machine until it is removed", async () => {
    const { userCode, poll } = await started();
    const { rerender } = render(page(<MachineApproval code={userCode} />));
    const heading = await screen.findByRole("heading", { name: "Connect “laptop”?" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByText(/run commands with your permissions/i)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Connect" }));
    await screen.findByRole("heading", { name: "Approved" });
    expect(await poll()).toMatchObject({ state: "authorized" });
    rerender(page(<ConnectedMachines command="npx @service/sdk machine . --service https://shop.example" />));
    expect(await screen.findByText("To connect another computer, run this there:")).toBeTruthy();
    expect(screen.getByText(/^npx/).textContent).toMatch(/--service https:\/\/shop.example$/);
    fireEvent.click(screen.getByRole("button", { name: "Remove: laptop" }));
    fireEvent.click(screen.getByRole("button", { name: "Remove computer" }));
    await screen.findByText("No computers connected");
    await screen.findByText("Computer removed: laptop", { selector: "output" });
  });

  it("follows an approved machine until it is connected, also in the list", async () => {
    const { userCode, poll } = await started();
    const both = (
      <>
        <MachineApproval code={userCode} />
        <ConnectedMachines />
      </>
    );
    render(page(both));
    await screen.findByText("No computers connected");
    fireEvent.click(await screen.findByRole("button", { name: "Connect" }));
    await screen.findByText("“laptop” is connecting…");
    expect(rows()).toEqual([expect.stringContaining("Connecting…")]);
    expect(screen.queryByText("No computers connected")).toBeNull();
    const { credentials } = (await poll()) as unknown as { credentials: { token: string } };
    // The list has it before its link is open.
    await screen.findByRole("button", { name: "Remove: laptop" }, { timeout: 5_000 });
    expect(rows()).toEqual([expect.stringContaining("Connecting…")]);
    const left = new AbortController();
    const headers = { authorization: `Bearer ${credentials.token}` };
    await world.serviceFetch("http://service.test/v1/machine/commands", { headers, signal: left.signal });
    await screen.findByText("“laptop” is connected. You can close this page.", {}, { timeout: 5_000 });
    await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/Connected(?!…)/)]));
    await screen.findByText("Computer connected: laptop", { selector: "output" });
    left.abort();
  });

  it("distinguishes the machine from another one of its name that was connected before", async () => {
    const earlier = await started();
    const { rerender } = render(page(<MachineApproval code={earlier.userCode} />));
    fireEvent.click(await screen.findByRole("button", { name: "Connect" }));
    await screen.findByRole("heading", { name: "Approved" });
    await earlier.poll();
    const { userCode } = await started();
    rerender(page(<MachineApproval code={userCode} />));
    fireEvent.click(await screen.findByRole("button", { name: "Connect" }));
    await screen.findByText("“laptop” is connecting…");
    rerender(page(<ConnectedMachines />));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  describe("for a code that was approved in another tab, or before a reload", () => {
    const open = async () => {
      const { userCode, poll } = await started();
      const first = render(page(<MachineApproval code={userCode} />));
      fireEvent.click(await screen.findByRole("button", { name: "Connect" }));
      await screen.findByRole("heading", { name: "Approved" });
      first.unmount();
      render(page(<MachineApproval code={userCode} />));
      await screen.findByText(/^“laptop” is already approved/);
      return poll;
    };

    it("shows the approval in place of the question, and rejects it until the machine has used it", async () => {
      const poll = await open();
      expect(screen.queryByRole("button", { name: "Connect" })).toBeNull();
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Approved" })));
      fireEvent.click(screen.getByRole("button", { name: "Reject" }));
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Rejected" })));
      expect(await poll()).toMatchObject({ state: "denied" });
    });

    it("reports where to remove a machine that used the approval meanwhile", async () => {
      const poll = await open();
      await poll();
      fireEvent.click(screen.getByRole("button", { name: "Reject" }));
      expect((await screen.findByRole("alert")).textContent).toMatch(
        /^“laptop” has used the approval or its code has expired/,
      );
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Approved" })));
      expect(screen.queryByText(/unknown or has expired/)).toBeNull();
      expect(screen.queryByRole("button", { name: "Reject" })).toBeNull();
    });
  });

  it("asks for a code, reports an unknown or incomplete one, and denies", async () => {
    const { userCode, poll } = await started();
    render(page(<MachineApproval />));
    const enter = (code: string) => {
      fireEvent.change(screen.getByRole("textbox", { name: "Code" }), { target: { value: code } });
      fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    };
    enter("BCDF");
    await screen.findByText("Enter the eight letters of the code.");
    enter("BBBB-BBBB");
    await screen.findByText(/unknown or has expired/);
    // There it is mended.
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
    enter(` ${userCode.toLowerCase()} `);
    fireEvent.click(await screen.findByRole("button", { name: "Reject" }));
    await screen.findByRole("heading", { name: "Rejected" });
    expect(await poll()).toMatchObject({ state: "denied" });
  });

  it("reports that the code could not be checked, and keeps it", async () => {
    const { userCode } = await started();
    let isAway = true;
    const network: typeof fetch = (...asked) =>
      isAway ? Promise.reject(new TypeError("fetch failed")) : world.fetch(...asked);
    render(
      <ServiceProvider identity={ana} fetch={network}>
        <MachineApproval code={userCode} />
      </ServiceProvider>,
    );
    expect(await screen.findByText(/^Couldn't check the code\./, {}, { timeout: 10_000 })).toBeTruthy();
    isAway = false;
    fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByRole("heading", { name: "Connect “laptop”?" })).toBeTruthy();
  });

  it("shows another person none of the earlier text", async () => {
    const { rerender } = render(page(<MachineApproval />));
    const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Code" });
    fireEvent.change(field(), { target: { value: "BCDF" } });
    world.person = chloe;
    rerender(page(<MachineApproval />, chloe));
    await waitFor(() => expect(field().value).toBe(""));
  });
});
