/** The two ways to one conversation, as the contract sees them. */
import { createChatController, openChat } from "../../../src/chat/chat-controller.js";
import type { ChatControllerOptions } from "../../../src/chat/chat-types.js";
import { createSessionViewer } from "../../../src/chat/chat-session-view.js";
import type { HeadersSource } from "../../../src/foundation/headers.js";
import type { ScopedStorage } from "../../../src/identity/scoped-storage.js";
import { connectService } from "../../../src/api/service-connection.js";
import { createSessionController, openSession } from "../../../src/session/session-controller.js";
import type { SessionControllerOptions } from "../../../src/session/session-types.js";
import type { Presence } from "../../../src/wire/sse/attendance.js";
import type { PageShared } from "../../../src/conversation/view/page-shared.js";
import type {
  MessageExtras,
  SendMessageInput,
  SessionVerbs,
  SessionView,
  WhenBusy,
} from "../../../src/conversation/view/session-view.js";
import type { Asking, ContractWorld, RequestKind } from "./world.js";

export interface TabOptions {
  readonly headers?: HeadersSource;
  readonly onUnauthorized?: () => void;
  readonly presence?: Presence;
  readonly storage?: ScopedStorage;
  readonly whenBusy?: WhenBusy;
  readonly onError?: (error: Error) => void;
  /** Shared with the other tabs of its page. @default nothing is shared */
  readonly page?: PageShared;
}

/** A conversation that is open in one tab. */
export interface Tab extends Omit<SessionVerbs, "sendMessage"> {
  readonly sendMessage: (message: string | SendMessageInput) => Promise<unknown>;
  readonly getView: () => SessionView;
  readonly subscribe: (listener: () => void, options?: { readonly whileHidden?: () => boolean }) => () => void;
  readonly dispose: () => void;
}

export interface Door {
  /** Extras that a message may have. */
  readonly takes: readonly (keyof MessageExtras)[];
  readonly kindOf: (request: Asking) => RequestKind;
  readonly open: (world: ContractWorld, options: TabOptions) => Tab;
}

const ids = () => {
  let count = 0;
  return () => `key-${(count += 1)}`;
};

export const chatDoor: Door = {
  takes: ["resources"],
  kindOf({ method, url, body }) {
    if (url.pathname.endsWith("/stop")) return "stop";
    if (url.pathname.endsWith("/respond")) return "respond";
    if (method === "POST") return body.includes('"delivery":"steer"') ? "steer" : "send";
    if (url.searchParams.has("follow")) return "stream";
    return url.searchParams.has("before") ? "older" : "newest";
  },
  open({ clock, fetch, conversation, wake }, { page, ...options }) {
    const given: ChatControllerOptions = {
      conversation,
      fetch,
      clock,
      wake,
      random: () => 0.5,
      schedule: (run) => clock.after(16, run),
      readsByFrame: true,
      newId: ids(),
      ...options,
    };
    const controller = page ? openChat(given, { page }) : createChatController(given);
    const view = createSessionViewer();
    return { ...controller, getView: () => view(controller.getState()) };
  },
};

export const sessionDoor: Door = {
  takes: ["resources", "annotations", "model", "reasoningEffort", "latencyMode"],
  kindOf({ method, url, body }) {
    if (url.pathname.endsWith("/steer")) return "steer";
    if (url.pathname.endsWith("/control")) return "stop";
    if (method === "POST" && url.pathname.endsWith("/events")) {
      return body.includes('"user.message"') ? "send" : "respond";
    }
    if (url.pathname.endsWith("/stream")) return "stream";
    if (method !== "GET" || !url.pathname.endsWith("/events")) return "other";
    return url.searchParams.get("before") === String(Number.MAX_SAFE_INTEGER) ? "newest" : "older";
  },
  open({ clock, fetch, sessionId, wake }, { headers, onUnauthorized, page, ...options }) {
    const client = connectService({
      baseUrl: "/api/service",
      fetch,
      clock,
      random: () => 0.5,
      headers,
      onUnauthorized,
    });
    const given: SessionControllerOptions = {
      client,
      sessionId,
      wake,
      schedule: (run) => clock.after(16, run),
      readsByFrame: true,
      newId: ids(),
      ...options,
    };
    const controller = page ? openSession(given, { page }) : createSessionController(given);
    return { ...controller, getView: controller.getState };
  },
};
