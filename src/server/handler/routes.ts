/** Finds the chat route of a request. The host chooses the mount path, so only the end of the path is compared. */
import { errorAnswer } from "./error-answer.js";

export interface ChatRoute {
  readonly name: "history" | "resume" | "send" | "respond" | "stop" | "identity";
  /** Whether the stream stays open across turns. */
  readonly follow: boolean;
  /** Whether the path, and not `Accept`, asks for the stream. */
  readonly byPath: boolean;
  /** The path's segment before `/stream`; the conversation when the request names no other. */
  readonly conversation?: string | undefined;
}

/** The route, or the answer that refuses the method. */
export function routeOf(request: Request): ChatRoute | Response {
  const url = new URL(request.url);
  const found = /\/(respond|stop|stream|identity)\/*$/.exec(url.pathname);
  const end = found?.[1];
  const { method } = request;
  const follow = ["1", "true"].includes(url.searchParams.get("follow") ?? "");
  const plain = { follow: false, byPath: false };
  if (end === "respond" || end === "stop") return method === "POST" ? { name: end, ...plain } : refuse("POST");
  if (end === "identity") return method === "GET" ? { name: end, ...plain } : refuse("GET");
  if (end === "stream") {
    const conversation = lastSegment(url.pathname.slice(0, found?.index));
    return method === "GET" ? { name: "resume", follow, byPath: true, conversation } : refuse("GET");
  }
  if (method === "POST") return { name: "send", ...plain };
  if (method !== "GET") return refuse("GET, POST");
  const isStream = /\btext\/event-stream\b/i.test(request.headers.get("accept") ?? "");
  return isStream ? { name: "resume", follow, byPath: false } : { name: "history", ...plain };
}

/** The AI SDK's client asks for `<chat's path>/<conversation>/stream`. */
function lastSegment(path: string): string | undefined {
  const segment = path.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    // A percent sign that encodes no character is part of the name.
    return segment;
  }
}

function refuse(allow: string): Response {
  const message = `This route takes ${allow.replace(", ", " and ")} only.`;
  return errorAnswer({ status: 405, code: "method_not_allowed", message, retryable: false }, { allow });
}
