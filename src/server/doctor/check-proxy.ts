/** Checks that the session proxy is mounted, which server it forwards to, and that a session's events arrive. */
import { checkServer } from "../handler/server-check.js";
import { isServiceError } from "../../foundation/base-error.js";
import { within } from "../../foundation/within.js";
import { readBody } from "../../wire/protocol/read-body.js";
import { clientConfigSchema, type ClientConfig } from "../../wire/protocol/session.js";
import { readFrames } from "../../wire/sse/read-frames.js";
import { checkProxyIdentity } from "./check-identity.js";
import { bufferAdvice, compressionOf, heldBackWhole } from "./check-stream.js";
import type { Examination } from "./examination.js";
import { explain, type Asked } from "./explain.js";
import { fault, ok, warning, type Finding } from "./finding.js";
import { inSeconds, isOpened, type Answer, type Opened } from "./site.js";

/** The caller's identity according to the chat handler. */
export interface KnownCaller {
  /** A session of theirs; null when there is none, and so no events to look at. */
  readonly sessionId: string | null;
  readonly identity: string | null;
}

export async function checkProxy(exam: Examination, proxy: string, caller: KnownCaller): Promise<Finding[]> {
  const { site, settings } = exam;
  const url = `${proxy}/v1/config/client`;
  const asked = askedOf(url, proxy, settings.signsIn);
  const answer = await site.read({ url });
  if (answer.status !== 200) return [explain(answer, asked)];
  let config: ClientConfig;
  try {
    config = readBody(clientConfigSchema, (answer as Answer).json, "a client configuration");
  } catch {
    return [explain(answer, asked)];
  }
  const says = config.serverVersion !== undefined || config.features !== undefined;
  if (!says) {
    return [
      warning(
        "proxy",
        `${asked.what} answers JSON without a version or features, as the session proxy does not.`,
        asked.mount,
      ),
    ];
  }
  const { sessionId, identity } = caller;
  const findings = [
    ok("proxy", `The session proxy answers at ${proxy}.`),
    versionOf(config, proxy),
    await checkProxyIdentity(exam, proxy, asked, identity),
  ];
  return sessionId === null ? findings : [...findings, ...(await eventsOf(exam, proxy, sessionId))];
}

function versionOf(config: ClientConfig, proxy: string): Finding {
  try {
    const warning = checkServer(config, proxy);
    const fits = `The service behind the proxy (${config.serverVersion ?? "of no version"}) fits this SDK.`;
    return ok("version", warning ?? fits);
  } catch (error) {
    const message = isServiceError(error) ? error.message : String(error);
    return fault("version", message, "Let SERVICE_API_BASE_URL lead to a deployment with chat.");
  }
}

/** A session's event stream must begin at once, even without events. */
async function eventsOf(exam: Examination, proxy: string, sessionId: string): Promise<Finding[]> {
  const { site, settings } = exam;
  const url = `${proxy}/v1/workspaces/current/sessions/${sessionId}/events/stream?after=0`;
  const asked = askedOf(url, proxy, settings.signsIn);
  const opened = await site.open({ url });
  if (!isOpened(opened)) return [heldBackWhole(opened, asked.what) ?? explain(opened, asked)];
  const { behindMs } = settings.limits;
  const came = await within(bringsEvent(opened), behindMs, settings.clock);
  opened.leave();
  const packed = compressionOf(asked.what, opened.headers);
  return [...(packed.outcome === "ok" ? [] : [packed]), eventsFinding(asked.what, came, behindMs)];
}

/** Whether an event arrives before the stream ends. */
async function bringsEvent({ body }: Opened): Promise<boolean> {
  try {
    for await (const { id } of readFrames(body)) if (id !== undefined) return true;
  } catch {
    // Broken off, which is an end as well.
  }
  return false;
}

function eventsFinding(what: string, came: boolean | undefined, behindMs: number): Finding {
  if (came === undefined) {
    const held = `The stream ${what} brought no event for ${inSeconds(behindMs)}: something holds its pieces back.`;
    return fault("buffering", held, bufferAdvice);
  }
  return came
    ? ok("proxy", "A session's events arrive as they are written.")
    : fault(
        "proxy",
        `The stream ${what} ended before its first event.`,
        "Check which intermediary ends it, and which error the host's `onError` receives.",
      );
}

function askedOf(url: string, proxy: string, signsIn: boolean): Asked {
  const { pathname } = new URL(proxy);
  const mount = `Mount the session proxy at everything below ${pathname}, for all methods: Express app.use("${pathname}", toNodeHandler(proxy)), Hono app.all("${pathname}/*", …).`;
  return { check: "proxy", what: `GET ${url}`, url, signsIn, mount };
}
