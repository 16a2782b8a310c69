import { describe, expect, it } from "vitest";
import { text } from "../harness.js";
import { ends, fakeModel, promptOf, say, says, talk, type Answer, type Talk } from "./fake-model.js";

const done: Answer = [...says("Nice."), ends()];

/** Sends a file up and gives it as a message names it. */
async function upload({ service }: Talk, filename: string, contentType: string, bytes: Uint8Array) {
  const announced = { filename, contentType, sizeBytes: bytes.length };
  const { body } = await service.call("POST", `${service.workspace}/files/uploads`, announced);
  const headers = { "content-type": "application/octet-stream" };
  expect((await service.call("PUT", text(body["putUrl"]), bytes, { headers })).status).toBe(204);
  await service.call("POST", `${service.workspace}/files/uploads/${text(body["uploadId"])}/complete`);
  return { kind: "file", fileId: text(body["fileId"]) };
}

describe("files of a message", () => {
  it("are given to the model where they are images, and named where they are not, or were before", async () => {
    const model = fakeModel(done, done, done);
    const opened = await talk(model, "Hi");
    const resources = [
      await upload(opened, "boat.png", "image/png", Uint8Array.of(1, 2, 3)),
      await upload(opened, "plan.pdf", 'application/pdf\r\n; name="]"', Uint8Array.of(4)),
    ];
    await say(opened, "Look", { resources });
    const asked = promptOf(model, 1)?.at(-1)?.content;
    expect(asked).toMatchObject([
      { type: "text", text: "Look\n\n[A file came along: plan.pdf (application/pdf)]" },
      { type: "file", mediaType: "image/png", filename: "boat.png" },
    ]);
    expect(asked?.[1]).toHaveProperty("data", Uint8Array.of(1, 2, 3));

    await say(opened, "And now?");
    expect(promptOf(model, 2)?.at(-3)).toMatchObject({
      role: "user",
      content: [
        { text: "Look\n\n[A file came along: boat.png (image/png)]\n[A file came along: plan.pdf (application/pdf)]" },
      ],
    });
  });

  it("are named where the image is too large to give", async () => {
    const model = fakeModel(done, done);
    const opened = await talk(model, "Hi");
    const resources = [await upload(opened, "boat.png", "image/png", new Uint8Array(5 * 1_048_576 + 1))];
    await say(opened, "", { resources });
    expect(promptOf(model, 1)?.at(-1)?.content).toMatchObject([
      { type: "text", text: "[A file came along: boat.png (image/png)]" },
    ]);
  });
});
