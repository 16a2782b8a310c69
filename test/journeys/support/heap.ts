import type { Page } from "playwright";

/** Whether any string in the page's JavaScript heap contains the words. */
export async function heapContains(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  for (let pass = 0; pass < 3; pass += 1) await session.send("HeapProfiler.collectGarbage");
  let snapshot = "";
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => (snapshot += chunk));
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  return snapshot.includes(text);
}
