/**
 * Ends a server and removes its folder when its starter has ended, orderly or killed: `node server-guard <pid>
 * <folder>`, with a pipe as standard input that stays open until then.
 */
import { rmSync } from "node:fs";

const [pid, folder] = process.argv.slice(2);
/** How often to look whether the server has ended (ms). */
const lookMs = 20;

/** Sends the signal, 0 for none. False when there is no such process any more. */
function send(signal) {
  try {
    return process.kill(Number(pid), signal);
  } catch {
    return false;
  }
}

process.stdin.resume().on("close", () => {
  // Disconnects remaining clients at once.
  send("SIGINT");
  const timer = setInterval(() => {
    if (send(0)) return;
    clearInterval(timer);
    rmSync(folder, { recursive: true, force: true });
  }, lookMs);
});
