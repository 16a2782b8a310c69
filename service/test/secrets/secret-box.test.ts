import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecretBox } from "../../src/secrets/secret-box.js";

const newKey = () => randomBytes(32).toString("base64");

describe("createSecretBox", () => {
  it("opens what it sealed for the same record", async () => {
    const box = await createSecretBox(newKey());
    const sealed = await box.seal("source:1", "a secret of ünïcode ✓");
    expect(sealed).not.toContain("secret");
    expect(await box.open("source:1", sealed)).toBe("a secret of ünïcode ✓");
  });

  it("seals the same secret differently each time", async () => {
    const box = await createSecretBox(newKey());
    expect(await box.seal("source:1", "same")).not.toBe(await box.seal("source:1", "same"));
  });

  it("refuses a ciphertext that was moved to another record or changed", async () => {
    const box = await createSecretBox(newKey());
    const sealed = await box.seal("source:1", "secret");
    const changed = `${sealed.slice(0, -4)}${sealed.endsWith("AAA=") ? "BBB=" : "AAA="}`;
    await expect(box.open("source:2", sealed)).rejects.toMatchObject({ code: "secret_unreadable" });
    await expect(box.open("source:1", changed)).rejects.toMatchObject({ code: "secret_unreadable" });
    for (const text of [`${sealed.split(".").slice(0, 3).join(".")}.***`, sealed.split(".").slice(0, 2).join(".")]) {
      await expect(box.open("source:1", text)).rejects.toMatchObject({ code: "secret_unreadable" });
    }
  });

  it("opens with an older key and seals with the newest one", async () => {
    const [older, newer] = [newKey(), newKey()];
    const before = await (await createSecretBox(older)).seal("source:1", "secret");
    const both = await createSecretBox([newer, older]);
    expect(await both.open("source:1", before)).toBe("secret");
    const after = await both.seal("source:1", "secret");
    expect(await (await createSecretBox(newer)).open("source:1", after)).toBe("secret");
  });

  it("names the key that is missing, and no key's value", async () => {
    const [older, newer] = [newKey(), newKey()];
    const sealed = await (await createSecretBox(older)).seal("source:1", "secret");
    const error: unknown = await (
      await createSecretBox(newer)
    )
      .open("source:1", sealed)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "secrets_key_unknown",
      message: expect.stringContaining(sealed.split(".")[1] ?? ""),
    });
    expect(String(error)).not.toContain(newer);
  });

  it("takes 32 bytes as hex, base64 or base64url", async () => {
    const bytes = randomBytes(32);
    const [hex, base64, url] = (["hex", "base64", "base64url"] as const).map((form) => bytes.toString(form));
    const sealed = await (await createSecretBox(hex ?? "")).seal("source:1", "secret");
    expect(await (await createSecretBox(base64 ?? "")).open("source:1", sealed)).toBe("secret");
    expect(await (await createSecretBox(url ?? "")).open("source:1", sealed)).toBe("secret");
  });

  it.each([[[]], ["short"], [randomBytes(16).toString("base64")], [[newKey(), "password-of-mine"]]])(
    "refuses the keys %j without repeating them",
    async (keys) => {
      const error: unknown = await createSecretBox(keys).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "secrets_key_invalid" });
      expect(String(error)).not.toMatch(/password-of-mine|short\b/);
    },
  );
});
