import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPgliteStore } from "../../src/store/sql-pglite.js";
import { mountSmallDisk } from "../postgres/small-disk.js";
import { eventDraft, sessionRecord } from "./sql-records.js";

describe("openPgliteStore", () => {
  let root: string;
  let database: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "service-sql-"));
    database = join(root, "database");
    // As a process leaves it that was killed while it made its database.
    await mkdir(join(root, "database.new"));
    await writeFile(join(root, "database.new", "half"), "");
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it("creates a private database, keeps its data, and releases the leases of the previous process", async () => {
    const before = await openPgliteStore(database);
    const session = sessionRecord({ id: "s" });
    const { events } = await before.createSession(session, { events: [eventDraft(), eventDraft()] });
    const times = { now: session.createdAt, expiresAt: "2999-01-01T00:00:00.000Z" };
    const { claimed } = await before.claimSession({ owner: "a", ...times });
    // The second close waits for the first and does nothing.
    await Promise.all([before.close(), before.close()]);
    await expect(before.getSession("s")).rejects.toMatchObject({ code: "store_closed" });
    expect((await stat(database)).mode & 0o777).toBe(0o700);

    const after = await openPgliteStore(database);
    expect(await after.getSession("s")).toEqual({ ...session, lastSequence: 2 });
    expect(await after.readEvents("s", { limit: 9 })).toEqual({ events, hasMore: false });
    expect((await after.claimSession({ owner: "b", ...times })).claimed?.lease.fence).toBe(claimed!.lease.fence + 1);
    await after.close();
  });

  it("reports a full disk, when it makes a database and when it opens one, and opens it once there is room", async ({
    skip,
  }) => {
    const folder = await mkdtemp(join(root, "disk-"));
    const disk = await mountSmallDisk(folder, 160, { uid: process.getuid?.() ?? 0 });
    if (disk === null) return skip();
    try {
      const full = { code: "data_folder_not_writable", message: expect.stringContaining("disk is full") };
      await disk.fill();
      await expect(openPgliteStore(join(folder, "database"))).rejects.toMatchObject(full);
      await disk.empty();
      await (await openPgliteStore(join(folder, "database"))).close();
      await disk.fill();
      await expect(openPgliteStore(join(folder, "database"))).rejects.toMatchObject(full);
      await disk.empty();
      await (await openPgliteStore(join(folder, "database"))).close();
    } finally {
      await disk.remove();
    }
  });

  it("reports that it cannot open a folder without a database", async () => {
    const broken = join(root, "broken");
    await mkdir(broken);
    await writeFile(join(broken, "PG_VERSION"), "8");
    await expect(openPgliteStore(broken)).rejects.toMatchObject({
      code: "store_unreadable",
      message: expect.stringContaining(broken),
    });
  });
});
