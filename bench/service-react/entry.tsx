/**
 * The conversation as a host uses it: loads the newest page of the log, and older ones when the reader scrolls there.
 */
import { conversationPage } from "./page.js";

export { dom } from "./dom.js";
const page = conversationPage(false);
export const prepare = page.prepare;
export const mount = page.mount;
/** The bench's service has no log of the turn that runs, so a reader who scrolls up has no way back to it. */
export const isStill = true;
