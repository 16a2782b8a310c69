import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFolder } from "../../src/server/node/machine/folder.js";

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "folder-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const codeOf = (call: Promise<unknown>) => call.then(() => "no fault").catch((error: { code: unknown }) => error.code);

describe("a listed path that is no folder", () => {
  it("is refused as no folder, and not as one that leads out", async () => {
    const path = temporaryFolder();
    writeFileSync(join(path, "notes.txt"), "text");
    expect(spawnSync("mkfifo", [join(path, "pipe")]).status).toBe(0);
    const folder = await openFolder(path);
    for (const name of ["notes.txt", "pipe"]) {
      expect(await codeOf(folder.list(name))).toBe("not_a_folder");
      expect(await codeOf(folder.read(`${name}/new.txt`, 0))).toBe("not_found");
    }
  });

  it("is refused as one that leads out when it is a link that does", async () => {
    const [path, other] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(other, join(path, "link"));
    const folder = await openFolder(path);
    expect(await codeOf(folder.list("link"))).toBe("outside_folder");
    expect(await codeOf(folder.write("link/new.txt", "text"))).toBe("outside_folder");
  });
});
