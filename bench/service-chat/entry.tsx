/** `ChatConversation` as a host uses it, over the chat handler's wire: the newest 200 messages, older ones on demand. */
import { chatPage } from "./page.js";

export { dom } from "../service-react/dom.js";
const page = chatPage(false);
export const prepare = page.prepare;
export const mount = page.mount;
