/** The same conversation over a service that gives its whole log as one page, so that every message is at hand. */
import { conversationPage } from "../service-react/page.js";

export { dom } from "../service-react/dom.js";
const page = conversationPage(true);
export const prepare = page.prepare;
export const mount = page.mount;
