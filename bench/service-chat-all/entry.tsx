/** The same over a handler that gives its whole history as one page, so that every message is at hand. */
import { chatPage } from "../service-chat/page.js";

export { dom } from "../service-react/dom.js";
const page = chatPage(true);
export const prepare = page.prepare;
export const mount = page.mount;
