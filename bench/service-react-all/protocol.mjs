export { default } from "../service-react/protocol.mjs";
