import { beforeEach, describe, expect, it } from "vitest";
import { createAttachments, type AttachmentsOptions } from "../../../src/conversation/attachments/attachments.js";
import { sha256Of, type UploadCalls } from "../../../src/conversation/attachments/upload-queue.js";
import { ServiceApiError } from "../../../src/wire/protocol/api-error.js";
import type { BegunUpload, FileAsset } from "../../../src/wire/protocol/files.js";

const file = (name: string, text = "hello", type = "text/plain") => new File([text], name, { type });

const begun = (uploadId: string): BegunUpload => ({
  fileId: uploadId,
  uploadId,
  putUrl: "/x",
  requiredHeaders: {},
  expiresAt: "2030-01-01T00:00:00.000Z",
  maxSizeBytes: 10,
});

const asset = (id: string): FileAsset => ({
  id,
  workspaceId: "w",
  status: "completed",
  filename: `${id}.txt`,
  safeFilename: `${id}.txt`,
  contentType: "text/plain",
  sizeBytes: 5,
  sha256: null,
  createdAt: "",
  updatedAt: "",
});

/** One upload whose steps the test makes. */
interface Sending {
  readonly name: string;
  readonly signal: AbortSignal;
  progress(bytes: number): void;
  arrive(): void;
  fail(error: unknown): void;
}

describe("the files of a message", () => {
  let sendings: Sending[];
  let began: unknown[];
  let dropped: string[];
  let online: { value: boolean; tell: (() => void)[] };
  beforeEach(() => {
    [sendings, began, dropped] = [[], [], []];
    online = { value: true, tell: [] };
  });

  const calls: UploadCalls = {
    begin: async (body) => {
      began.push(body);
      return begun(body.filename);
    },
    send: ({ uploadId: name }, _content, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        sendings.push({ name, signal, progress: onProgress, arrive: resolve, fail: reject });
      }),
    complete: async (id) => asset(id),
  };

  async function make(options: Partial<AttachmentsOptions> = {}) {
    let made = 0;
    const attachments = createAttachments({
      calls,
      readLimits: async () => ({ enabled: true, maxSizeBytes: 10 }),
      newId: () => `a${(made += 1)}`,
      previews: { make: ({ size }) => `blob:${size}`, drop: (url) => dropped.push(url) },
      network: {
        isOnline: () => online.value,
        onOnline: (run) => {
          online.tell.push(run);
          return () => (online.tell = online.tell.filter((entry) => entry !== run));
        },
      },
      ...options,
    });
    attachments.start();
    await settle();
    return { ...attachments, state: () => attachments.store.getState() };
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
  /** Waits for what a digest of the platform waits for. */
  const until = async (count: number) => {
    await expect.poll(() => sendings.length).toBe(count);
  };
  type Made = Awaited<ReturnType<typeof make>>;
  const statuses = ({ state }: Made) => state().attachments.map(({ status }) => status);

  it("refuses a folder, which the browser cannot read, instead of offering another try", async () => {
    const attachments = await make();
    const folder = file("Invoices");
    const unreadable = () => Promise.reject(new DOMException("A requested file could not be found.", "NotFoundError"));
    Object.assign(folder, { slice: () => ({ arrayBuffer: unreadable }), arrayBuffer: unreadable });
    attachments.state().addFiles([folder]);
    await settle();
    expect(attachments.state().attachments).toMatchObject([
      { name: "Invoices", status: "refused", problem: "unreadable" },
    ]);
    expect(began).toEqual([]);
  });

  it("go from announced to sent to ready, with how far they are", async () => {
    const made = await make();
    made.state().addFiles([file("a", "0123456789")]);
    await until(1);
    expect(began).toEqual([
      { filename: "a", contentType: "text/plain", sizeBytes: 10, sha256: await sha256Of(file("a", "0123456789")) },
    ]);
    sendings[0]?.progress(4);
    expect(made.state().attachments[0]).toMatchObject({ status: "uploading", progress: 0.4 });
    expect(made.state()).toMatchObject({ isUploading: true, hasUnresolved: true, readyResources: [] });
    sendings[0]?.progress(2);
    expect(made.state().attachments[0]?.progress).toBe(0.4);
    sendings[0]?.arrive();
    await settle();
    expect(made.state()).toMatchObject({
      isUploading: false,
      hasUnresolved: false,
      readyResources: [{ kind: "file", fileId: "a", filename: "a.txt", contentType: "text/plain", sizeBytes: 5 }],
    });
  });

  it("are refused by size, number, kind and emptiness before anything is asked", async () => {
    const made = await make({ maxFiles: 1, accept: ".txt,image/*" });
    made.state().addFiles([file("big.txt", "01234567890"), file("none.txt", ""), file("a.exe", "x", "application/x")]);
    made.state().addFiles([file("ok.png", "x", "image/png"), file("more.txt")]);
    expect(made.state().attachments.map(({ problem }) => problem)).toEqual([
      "too-large",
      "empty",
      "type",
      null,
      "too-many",
    ]);
    await until(1);
    expect(began).toHaveLength(1);
  });

  it("fail with a reason, block the message, and restart on request", async () => {
    const made = await make();
    made.state().addFiles([file("a")]);
    await until(1);
    sendings[0]?.fail(new Error("broken"));
    await settle();
    expect(made.state().attachments[0]).toMatchObject({ status: "failed", error: new Error("broken") });
    expect(made.state()).toMatchObject({ isUploading: false, hasUnresolved: true });
    made.state().retry("a1");
    await until(2);
    sendings[1]?.arrive();
    await settle();
    expect(statuses(made)).toEqual(["ready"]);
  });

  it("that the server finds too large are refused, not offered again", async () => {
    const made = await make();
    made.state().addFiles([file("a")]);
    await until(1);
    sendings[0]?.fail(new ServiceApiError("no", { status: 413, code: "file_too_large" }));
    await settle();
    expect(made.state().attachments[0]).toMatchObject({ status: "refused", problem: "too-large" });
    made.state().retry("a1");
    expect(statuses(made)).toEqual(["refused"]);
  });

  it("that an intermediary finds too large are refused, not offered again", async () => {
    const made = await make();
    made.state().addFiles([file("a")]);
    await until(1);
    sendings[0]?.fail(new ServiceApiError("no", { status: 413, code: "validation_failed", isForeign: true }));
    await settle();
    expect(made.state().attachments[0]).toMatchObject({ status: "refused", problem: "too-large" });
  });

  it.each([
    ["", "image/png", "image.png"],
    ["  ", "image/jpeg", "image.jpg"],
    ["", "image/svg+xml", "image.svg"],
    ["", "audio/x-wav", "audio.wav"],
    ["", "video/mp4; codecs=avc1", "video.mp4"],
    ["", "text/plain", "file.txt"],
    ["", "application/pdf", "file.pdf"],
    ["", "application/vnd.oasis.opendocument.text", "file"],
    ["", "", "file"],
    [" a.txt ", "text/plain", " a.txt "],
  ])("with the name %j and the type %j is named %j", async (name, type, expected) => {
    const made = await make();
    made.state().addFiles([file(name, "hello", type)]);
    await until(1);
    expect(began).toMatchObject([{ filename: expected }]);
    expect(made.state().attachments).toMatchObject([{ name: expected }]);
  });

  it("without a name are accepted by the extension that they are given", async () => {
    const made = await make({ accept: ".png" });
    made.state().addFiles([file("", "hello", "image/png")]);
    expect(made.state().attachments).toMatchObject([{ name: "image.png", problem: null }]);
    await until(1);
  });

  it.each([
    ["one word", "image"],
    ["a path", "a/b/c"],
    ["more than 255 characters", `x/${"y".repeat(300)}`],
  ])("have the unknown type instead of %s", async (_, type) => {
    const made = await make();
    made.state().addFiles([file("a", "hello", type)]);
    await until(1);
    expect(began).toMatchObject([{ contentType: "application/octet-stream" }]);
    expect(made.state().attachments).toMatchObject([{ contentType: "application/octet-stream" }]);
  });

  it("stop at once when cancelled, block nothing, and ignore late responses", async () => {
    const made = await make();
    made.state().addFiles([file("a")]);
    await until(1);
    made.state().cancel("a1");
    expect(sendings[0]?.signal.aborted).toBe(true);
    sendings[0]?.progress(5);
    sendings[0]?.arrive();
    await settle();
    expect(statuses(made)).toEqual(["cancelled"]);
    expect(made.state()).toMatchObject({ hasUnresolved: false, readyResources: [] });
    made.state().retry("a1");
    await until(2);
  });

  it("wait while offline and continue automatically", async () => {
    const made = await make();
    made.state().addFiles([file("a")]);
    await until(1);
    online.value = false;
    sendings[0]?.fail(new Error("lost"));
    await settle();
    made.state().addFiles([file("b")]);
    expect(statuses(made)).toEqual(["offline", "offline"]);
    expect(made.state().isUploading).toBe(true);
    online.value = true;
    for (const run of online.tell) run();
    await until(3);
    expect(statuses(made)).toEqual(["uploading", "uploading"]);
    expect(online.tell).toEqual([]);
  });

  const unanswered = [
    ["the service", new ServiceApiError("no", { status: 0, code: "network_error" })],
    ["the storage", new TypeError("The connection was lost while the file was sent.")],
  ] as const;
  it.each(unanswered)(
    "are tried again by themselves when the network returns, after %s had not answered",
    async (_, error) => {
      const made = await make();
      made.state().addFiles([file("a"), file("b")]);
      await until(2);
      for (const sending of sendings) sending.fail(error);
      await settle();
      expect(statuses(made)).toEqual(["failed", "failed"]);
      made.state().remove("a2");
      online.value = false;
      online.tell.forEach((run) => run());
      expect(statuses(made)).toEqual(["failed"]);
      online.value = true;
      online.tell.forEach((run) => run());
      await until(3);
      expect(statuses(made)).toEqual(["uploading"]);
      sendings[2]?.arrive();
      await settle();
      expect([statuses(made), online.tell]).toEqual([["ready"], []]);
    },
  );

  it("are not tried again when the network returns after a refusal", async () => {
    const made = await make();
    made.state().addFiles([file("a")]);
    await until(1);
    sendings[0]?.fail(new ServiceApiError("no", { status: 500, code: "internal_error" }));
    await settle();
    online.tell.forEach((run) => run());
    await settle();
    expect([statuses(made), sendings.length, online.tell]).toEqual([["failed"], 1, []]);
  });

  it("upload once each when the network is lost during one and another is added", async () => {
    const made = await make();
    made.state().addFiles([file("a")]);
    await until(1);
    online.value = false;
    made.state().addFiles([file("b")]);
    expect(statuses(made)).toEqual(["offline", "offline"]);
    await settle();
    online.value = true;
    for (const run of online.tell) run();
    await until(3);
    // The first upload has no effect on the second.
    sendings[0]?.fail(new Error("lost"));
    await settle();
    expect(statuses(made)).toEqual(["uploading", "uploading"]);
    for (const sending of sendings.slice(1)) sending.arrive();
    await settle();
    expect(statuses(made)).toEqual(["ready", "ready"]);
  });

  it("upload three at a time, in the order they were added", async () => {
    const made = await make();
    made.state().addFiles(["a", "b", "c", "d"].map((name) => file(name)));
    await until(3);
    await settle();
    expect(sendings.map(({ name }) => name).toSorted()).toEqual(["a", "b", "c"]);
    sendings.find(({ name }) => name === "b")?.arrive();
    await until(4);
    expect(sendings.at(-1)?.name).toBe("d");
  });

  it("leave with their message and by hand, and give their pictures back", async () => {
    const made = await make();
    made.state().addFiles([file("a", "x", "image/png"), file("b", "xy", "image/png")]);
    await until(2);
    expect(made.state().attachments.map(({ previewUrl }) => previewUrl)).toEqual(["blob:1", "blob:2"]);
    sendings.find(({ name }) => name === "a")?.arrive();
    await settle();
    made.state().clear();
    expect(dropped).toEqual(["blob:1"]);
    made.state().remove("a2");
    expect(dropped).toEqual(["blob:1", "blob:2"]);
    expect(sendings.find(({ name }) => name === "b")?.signal.aborted).toBe(true);
    expect(made.state().attachments).toEqual([]);
  });

  it("end with their person: nothing uploads, nothing is kept, nothing can be added", async () => {
    const made = await make();
    made.state().addFiles([file("a", "x", "image/png")]);
    await until(1);
    made.dispose();
    expect(sendings[0]?.signal.aborted).toBe(true);
    expect(dropped).toEqual(["blob:1"]);
    made.state().addFiles([file("b")]);
    await settle();
    expect(made.state()).toMatchObject({ isEnabled: false, attachments: [] });
  });

  it("cannot be attached where the server takes none or cannot be asked, and are asked about again later", async () => {
    const off = await make({ readLimits: async () => ({ enabled: false, maxSizeBytes: 0 }) });
    off.state().addFiles([file("a")]);
    expect(off.state()).toMatchObject({ isEnabled: false, attachments: [] });
    const faults: Error[] = [];
    let asked = 0;
    const readLimits = async () => {
      asked += 1;
      if (asked === 1) throw new Error("away");
      return { enabled: true, maxSizeBytes: 10 };
    };
    const later = await make({ readLimits, onError: (error) => faults.push(error) });
    expect(later.state().isEnabled).toBe(false);
    expect(faults).toEqual([new Error("away")]);
    later.start();
    await settle();
    expect(later.state().isEnabled).toBe(true);
  });
});

describe("a digest", () => {
  it("is that of the bytes, and is left out where the platform has none", async () => {
    expect(await sha256Of(new Blob(["hello"]))).toBe(
      "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    );
    Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
    expect(await sha256Of(new Blob(["hello"]))).toBeUndefined();
    Reflect.deleteProperty(crypto, "subtle");
    expect(await sha256Of(new Blob(["hello"]))).toBeDefined();
  });
});
