import { File as NodeFile } from "node:buffer";
import { act, createEvent, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { useStore } from "zustand/react";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import type { AttachmentsState } from "../../src/conversation/attachments/attachment.js";
import { createAttachments } from "../../src/conversation/attachments/attachments.js";
import { createDraftKeeper } from "../../src/conversation/drafts/draft-keeper.js";
import { createLocalDraft } from "../../src/conversation/drafts/local-draft.js";
import { createScopedStorage } from "../../src/identity/scoped-storage.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import type { Composer } from "../../src/hooks/use-composer.js";
import { attachmentsOf } from "../../stories/composer-fixtures.js";

const field = () => screen.getByRole("textbox", { name: "Message" });
const file = new File(["x"], "plan.txt", { type: "text/plain" });
const watched = (...states: readonly AttachmentsState["attachments"][number]["status"][]) => {
  const addFiles = vi.fn<AttachmentsState["addFiles"]>();
  const clear = vi.fn<() => void>();
  return { ...attachmentsOf(...states), addFiles, clear };
};
const begunFields = { fileId: "f", putUrl: "/x", requiredHeaders: {}, expiresAt: "", maxSizeBytes: 10 };
const assetFields = {
  workspaceId: "w",
  status: "completed",
  safeFilename: "file.txt",
  contentType: "text/plain",
  sizeBytes: 1,
  sha256: null,
  createdAt: "",
  updatedAt: "",
};
const sender = () => vi.fn<Composer["sendMessage"]>(async () => undefined);

it.each([
  ["short", "word", "auto"],
  ["long", "word ".repeat(1_000), "ltr"],
  ["long Hebrew", "1. שלום ".repeat(1_000), "rtl"],
])("gives a %s text a direction that costs little at each key", (_name, text, direction) => {
  render(<ComposerView composer={{ sendMessage: sender() }} defaultValue={text} />);
  expect(field()).toHaveAttribute("dir", direction);
});

describe("files", () => {
  it("are taken from a paste that has no text, and a paste of text is left alone", () => {
    const attachments = watched();
    render(<ComposerView composer={{ sendMessage: sender() }} attachments={attachments} />);
    const text = createEvent.paste(field(), {
      clipboardData: { types: ["text/plain", "Files"], files: [file], getData: () => "words" },
    });
    fireEvent(field(), text);
    expect([attachments.addFiles.mock.calls.length, text.defaultPrevented]).toEqual([0, false]);
    const picture = createEvent.paste(field(), { clipboardData: { types: ["Files"], files: [file] } });
    fireEvent(field(), picture);
    expect(attachments.addFiles).toHaveBeenCalledExactlyOnceWith([file], 0);
    expect(picture.defaultPrevented).toBe(true);
  });

  it("are taken when they are dropped anywhere on the conversation, which shows where they would go", () => {
    const attachments = watched();
    render(
      <div className="sv-conversation">
        <p>An answer</p>
        <ComposerView composer={{ sendMessage: sender() }} attachments={attachments} />
      </div>,
    );
    const answer = screen.getByText("An answer");
    const dataTransfer = { types: ["Files"], files: [file] };
    fireEvent.dragOver(answer, { dataTransfer: { types: ["text/plain"] } });
    expect(screen.queryByText("Drop files to attach them")).toBeNull();
    fireEvent.dragEnter(answer, { dataTransfer });
    expect(screen.getByText("Drop files to attach them")).toBeVisible();
    // Safari omits the pointer's target.
    fireEvent.dragEnter(field(), { dataTransfer });
    fireEvent.dragLeave(answer, { dataTransfer });
    expect(screen.getByText("Drop files to attach them")).toBeVisible();
    fireEvent.dragLeave(field(), { dataTransfer });
    expect(screen.queryByText("Drop files to attach them")).toBeNull();
    fireEvent.dragEnter(answer, { dataTransfer });
    fireEvent.drop(answer, { dataTransfer });
    expect(attachments.addFiles).toHaveBeenCalledExactlyOnceWith([file], 0);
    expect(screen.queryByText("Drop files to attach them")).toBeNull();
  });

  it("are neither taken nor offered where the server takes none", () => {
    const attachments = { ...watched(), isEnabled: false };
    render(<ComposerView composer={{ sendMessage: sender() }} attachments={attachments} />);
    fireEvent.dragEnter(field(), { dataTransfer: { types: ["Files"] } });
    fireEvent.paste(field(), { clipboardData: { types: ["Files"], files: [file] } });
    expect(screen.queryByText("Drop files to attach them")).toBeNull();
    expect(attachments.addFiles).not.toHaveBeenCalled();
  });

  it.each([
    ["pasted", () => createEvent.paste(field(), { clipboardData: { types: ["Files"], files: [file] } })],
    ["dropped", () => createEvent.drop(field(), { dataTransfer: { types: ["Files"], files: [file] } })],
  ])(
    "that are %s where none can be sent leave the page unchanged, with a message until the text changes",
    async (_, make) => {
      render(<ComposerView composer={{ sendMessage: sender() }} />);
      const event = make();
      fireEvent(field(), event);
      expect(event.defaultPrevented).toBe(true);
      expect(screen.getByRole("alert")).toHaveTextContent("Files can't be sent here");
      await userEvent.type(field(), "L");
      expect(screen.queryByRole("alert")).toBeNull();
      await userEvent.type(field(), "{Backspace}");
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );

  it("are not refused while it is unknown whether they can be attached", () => {
    const attachments = { ...watched(), isEnabled: false, limits: { maxSizeBytes: null, maxFiles: 10 } };
    render(<ComposerView composer={{ sendMessage: sender() }} attachments={attachments} />);
    fireEvent.paste(field(), { clipboardData: { types: ["Files"], files: [file] } });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("belong to the draft once they are uploaded, and are restored with it after a reload", async () => {
    const storage = createScopedStorage("ana", () => localStorage);
    const keeper = () => createDraftKeeper({ local: createLocalDraft(storage, "c_1") });
    const before = render(
      <ComposerView
        composer={{ sendMessage: sender() }}
        draft={keeper()}
        attachments={watched("uploading", "ready")}
      />,
    );
    before.unmount();
    const draft = keeper();
    const sendMessage = sender();
    const { container } = render(
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={() => new Promise(() => undefined)}>
        <ComposerView composer={{ sendMessage }} draft={draft} attachments={watched()} />
      </ServiceProvider>,
    );
    expect(screen.getAllByText("Lisbon.png")).toHaveLength(1);
    // The picture itself, from the host.
    expect(container.querySelector("img")?.getAttribute("src")).toMatch(
      /^\/.+\/workspaces\/current\/files\/.+\/content$/,
    );
    expect(screen.queryByText(/spring offsite/)).toBeNull();
    await userEvent.type(field(), "Look{Enter}");
    expect(sendMessage.mock.calls[0]?.[0]).toMatchObject({ text: "Look", resources: [{ filename: "Lisbon.png" }] });
    expect(draft.getState().extras).toEqual({});
  });

  it("count together with those of a restored draft against the limit", async () => {
    const never = () => new Promise<never>(() => undefined);
    let ids = 0;
    const own = createAttachments({
      calls: { begin: never, send: never, complete: never },
      readLimits: async () => ({ enabled: true, maxSizeBytes: 10 }),
      newId: () => `new ${(ids += 1)}`,
      maxFiles: 2,
    });
    own.start();
    const draft = createDraftKeeper();
    draft.setExtras({ resources: attachmentsOf("ready").readyResources });
    function Page() {
      return <ComposerView composer={{ sendMessage: sender() }} draft={draft} attachments={useStore(own.store)} />;
    }
    render(<Page />);
    await expect.poll(() => own.store.getState().isEnabled).toBe(true);
    const paste = () => fireEvent.paste(field(), { clipboardData: { types: ["Files"], files: [file] } });
    paste();
    paste();
    const problems = () => own.store.getState().attachments.map(({ problem }) => problem);
    expect(problems()).toEqual([null, "too-many"]);
    act(() => own.dispose());
  });

  it("name the limit only where the file is over it", () => {
    const over = watched("refused", "refused");
    const attachments = over.attachments.map((entry, index) => ({
      ...entry,
      problem: "too-large" as const,
      sizeBytes: index === 0 ? 2_000 : 500,
    }));
    const limits = { maxSizeBytes: 1_000, maxFiles: 10 };
    render(<ComposerView composer={{ sendMessage: sender() }} attachments={{ ...over, attachments, limits }} />);
    const [first, second] = screen.getAllByRole("listitem");
    expect(first).toHaveTextContent("Too large: 2 KB. The limit is 1000 B");
    expect(second).toHaveTextContent("Too large");
    expect(second).not.toHaveTextContent("The limit is");
  });

  it("are shown and sent once each while they are attached and part of the draft", async () => {
    const attachments = { ...watched("ready"), remove: vi.fn<(id: string) => void>() };
    const draft = createDraftKeeper();
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage }} draft={draft} attachments={attachments} />);
    expect(draft.getState().extras.resources).toHaveLength(1);
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: /^Remove/ }));
    expect(attachments.remove).toHaveBeenCalledExactlyOnceWith("file-0");
    expect(draft.getState().extras.resources).toBeUndefined();
  });

  it("beyond the limit take one row, are announced once, and are removed with one press", async () => {
    const attachments = watched("ready", ...Array.from({ length: 20 }, () => "refused" as const));
    const remove = vi.fn<(id: string) => void>();
    const refused = attachments.attachments.map((entry) => {
      return entry.status === "refused" ? { ...entry, problem: "too-many" as const } : entry;
    });
    render(
      <ComposerView
        composer={{ sendMessage: sender() }}
        attachments={{ ...attachments, remove, attachments: refused }}
      />,
    );
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    expect(screen.getByText(/^20 files not attached/, { selector: ".sv-attachments-beyond > *" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Remove all" }));
    expect(remove).toHaveBeenCalledTimes(20);
    expect(field()).toHaveFocus();
  });

  it.each([
    ["uploading", "Your files are still uploading. Send when they're done."],
    ["failed", "Couldn't attach a file. Try again or remove it, then send."],
    ["refused", "Remove the file that can't be attached, then send."],
  ] as const)("block a message while one is %s, with the reason", async (status, reason) => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage }} attachments={watched("ready", status)} />);
    await userEvent.type(field(), "Look{Enter}");
    expect(sendMessage).not.toHaveBeenCalled();
    expect(field()).toHaveValue("Look");
    expect(screen.getByRole("alert")).toHaveTextContent(reason);
  });

  it("take the reason away as soon as all are ready", async () => {
    const view = (status: "uploading" | "ready") => (
      <ComposerView composer={{ sendMessage: sender() }} attachments={watched(status)} />
    );
    const { rerender } = render(view("uploading"));
    await userEvent.type(field(), "Look{Enter}");
    expect(screen.getByRole("alert")).toHaveTextContent("Your files are still uploading.");
    rerender(view("ready"));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("go along with the message, also with one that has no words", async () => {
    const sendMessage = sender();
    const attachments = watched("ready");
    render(<ComposerView composer={{ sendMessage, discard: () => undefined }} attachments={attachments} />);
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(sendMessage).toHaveBeenCalledExactlyOnceWith({
      text: "See the attached files.",
      delivery: "send",
      resources: attachments.readyResources,
    });
    expect(attachments.clear).toHaveBeenCalledTimes(1);
  });

  it("return with a refused message", async () => {
    const attachments = watched("ready");
    let refuse = (_error: Error) => undefined as void;
    const sendMessage = () =>
      new Promise<void>((_resolve, reject) => {
        refuse = reject;
      });
    render(<ComposerView composer={{ sendMessage }} attachments={attachments} />);
    await userEvent.type(field(), "Look{Enter}");
    expect(attachments.clear).toHaveBeenCalledTimes(1);
    await act(async () => refuse(new Error("No.")));
    expect(field()).toHaveValue("Look");
    expect(screen.getByText("Hotel offers for the offsite.pdf")).toBeVisible();
  });

  it("go along with one message, and those that are added while it is sent with the next one", async () => {
    const never = () => new Promise<never>(() => undefined);
    const asset = (id: string) => ({ ...assetFields, id, filename: `${id}.txt` });
    let ids = 0;
    const own = createAttachments({
      calls: {
        begin: async () => ({ ...begunFields, uploadId: `file-${(ids += 1)}` }),
        send: async () => undefined,
        complete: async (id) => asset(id),
      },
      readLimits: async () => ({ enabled: true, maxSizeBytes: 10 }),
      newId: () => `row-${ids}`,
    });
    own.start();
    let accept = () => {};
    const sendMessage = vi.fn<Composer["sendMessage"]>(() => new Promise<void>((resolve) => (accept = resolve)));
    function Page() {
      return <ComposerView composer={{ sendMessage }} attachments={useStore(own.store)} />;
    }
    render(<Page />);
    await expect.poll(() => own.store.getState().isEnabled).toBe(true);
    const paste = async (fileId: string) => {
      // A file that can be read here, which jsdom's cannot.
      const files = [new NodeFile(["x"], "plan.txt", { type: "text/plain" })];
      act(() => void fireEvent.paste(field(), { clipboardData: { types: ["Files"], files } }));
      await expect.poll(() => own.store.getState().readyResources).toContainEqual(expect.objectContaining({ fileId }));
    };
    await paste("file-1");
    await userEvent.type(field(), "One{Enter}");
    await paste("file-2");
    await act(async () => accept());
    sendMessage.mockImplementation(never);
    await userEvent.type(field(), "Two{Enter}");
    const sent = sendMessage.mock.calls.map(([message]) => message);
    expect(sent).toMatchObject([
      { text: "One", resources: [{ fileId: "file-1" }] },
      { text: "Two", resources: [{ fileId: "file-2" }] },
    ]);
  });

  it("and the text of a refused message return to the draft of their session, not to one shown meanwhile", async () => {
    const [first, second] = [createDraftKeeper(), createDraftKeeper()];
    first.type("Look");
    first.setExtras({ resources: attachmentsOf("ready").readyResources });
    let refuse = (_error: Error) => undefined as void;
    const sendMessage = () => new Promise<void>((_resolve, reject) => (refuse = reject));
    const view = (draft: typeof first) => <ComposerView composer={{ sendMessage }} draft={draft} />;
    const { rerender } = render(view(first));
    await userEvent.type(field(), "{Enter}");
    rerender(view(second));
    await act(async () => refuse(new Error("No.")));
    expect(second.getState()).toMatchObject({ text: "", extras: {} });
    expect(first.getState()).toMatchObject({ text: "Look", extras: { resources: [{ kind: "file" }] } });
  });

  it("of a draft return with a refused message, and are dropped with an accepted one", async () => {
    const draft = createDraftKeeper();
    const resources = [{ kind: "file", fileId: "plan", filename: "plan.txt", sizeBytes: 5 }];
    draft.type("Look");
    draft.setExtras({ resources });
    const sendMessage = sender();
    sendMessage.mockRejectedValueOnce(new Error("No."));
    render(<ComposerView composer={{ sendMessage }} draft={draft} />);
    await userEvent.type(field(), "{Enter}");
    expect(await screen.findByText("plan.txt")).toBeVisible();
    expect(field()).toHaveValue("Look");
    await userEvent.type(field(), "{Enter}");
    expect(sendMessage).toHaveBeenLastCalledWith({ text: "Look", delivery: "send", resources });
    expect(screen.queryByText("plan.txt")).toBeNull();
    expect(draft.getState()).toMatchObject({ text: "", extras: {} });
  });
});
