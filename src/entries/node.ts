/** Adapters from `Request → Response` to `node:http` and Express. */
export { toNodeHandler } from "../node/to-node-handler.js";
export type { FetchHandler } from "../node/to-node-handler.js";
