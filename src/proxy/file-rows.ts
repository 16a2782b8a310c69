/** The rows of files in the table of what a browser may do. */
import { pick } from "./bodies.js";
import type { ProxyRoute } from "./proxy-route.js";

const files = "workspaces/:workspaceId/files";
const enabled: ProxyRoute["enabled"] = (options) => options.files !== false;
export const announcedBody = pick("filename", "contentType", "sizeBytes", "sha256");

export const fileRoutes: readonly ProxyRoute[] = [
  { method: "POST", path: `${files}/uploads`, special: "begin-upload", body: announcedBody, enabled },
  { method: "PUT", path: `${files}/uploads/:uploadId/content`, special: "upload", streams: true, enabled },
  { method: "POST", path: `${files}/uploads/:uploadId/complete`, special: "complete-upload", enabled },
  { method: "GET", path: `${files}/:fileId`, special: "file", query: ["session"], enabled },
  { method: "POST", path: `${files}/:fileId/download-url`, special: "file-url", query: ["session"], enabled },
  { method: "GET", path: `${files}/:fileId/content`, special: "file-content", query: ["session"], enabled },
];
