/**
 * Ends a server and removes its folder when whoever started this is gone, in order or killed: `node server-guard <pid>
 * <folder>`, with a pipe as standard input that is held open until then.
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
  // Ends at once whoever is still connected.
  send("SIGINT");
  const timer = setInterval(() => {
    if (send(0)) return;
    clearInterval(timer);
    rmSync(folder, { recursive: true, force: true });
  }, lookMs);
});
