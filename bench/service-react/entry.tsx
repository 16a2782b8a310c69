/** The conversation as a host uses it: the newest page of the log is loaded, older ones when the reader goes there. */
import { conversationPage } from "./page.js";

export { dom } from "./page.js";
const page = conversationPage(false);
export const prepare = page.prepare;
export const mount = page.mount;
