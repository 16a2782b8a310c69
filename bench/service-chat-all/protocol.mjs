export { default } from "../service-chat/protocol.mjs";
