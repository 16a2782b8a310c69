/** The rows of files in the table of what a browser may do. */
import { answers } from "./answers.js";
import { pick } from "./bodies.js";
import type { ProxyRoute } from "./proxy-route.js";

const files = "workspaces/:workspaceId/files";
const enabled: ProxyRoute["enabled"] = (options) => options.files !== false;
export const announcedBody = pick("filename", "contentType", "sizeBytes", "sha256");

export const fileRoutes: readonly ProxyRoute[] = [
  {
    method: "POST",
    path: `${files}/uploads`,
    special: "begin-upload",
    answers: answers.begunUpload,
    body: announcedBody,
    enabled,
  },
  {
    method: "PUT",
    path: `${files}/uploads/:uploadId/content`,
    special: "upload",
    answers: answers.bytes,
    streams: true,
    enabled,
  },
  {
    method: "POST",
    path: `${files}/uploads/:uploadId/complete`,
    special: "complete-upload",
    answers: answers.completedUpload,
    enabled,
  },
  { method: "GET", path: `${files}/:fileId`, special: "file", answers: answers.file, query: ["session"], enabled },
  {
    method: "POST",
    path: `${files}/:fileId/download-url`,
    special: "file-url",
    answers: answers.file,
    query: ["session"],
    enabled,
  },
  {
    method: "GET",
    path: `${files}/:fileId/content`,
    special: "file-content",
    answers: answers.bytes,
    query: ["session"],
    enabled,
  },
];
