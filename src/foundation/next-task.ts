/** Resolves in a task of its own, so that what else waits gets its turn: frames, keys, timers. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    // Browsers clamp nested timers to 4 ms.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
