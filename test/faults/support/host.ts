import { join } from "node:path";
import { build } from "esbuild";
import type { SessionEvent } from "@service/sdk";
import { readLog } from "../../journeys/support/log.js";

/** The example host as a signed-in person reaches it, past the bad network, and the page of this suite. */
export interface Host {
  readonly url: string;
  readonly cookie: { readonly name: string; readonly value: string };
  /** The page for one conversation. */
  html(conversation: string): string;
  readLog(conversation: string): Promise<readonly SessionEvent[]>;
}

interface Service {
  readonly url: string;
  readonly apiKey: string;
}

export async function openHost(url: string, service: Service): Promise<Host> {
  const answer = await fetch(`${url}/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user: "ana", password: "demo" }),
  });
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
  const script = (await bundlePage()).replaceAll("</script", "<\\/script");
  return {
    url,
    cookie: { name, value },
    html: (conversation) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title>
<link rel="icon" href="data:,"><body data-settings='${JSON.stringify({ conversation, csrfToken })}'>
<div id="root"></div><script>${script}</script></body></html>`,
    async readLog(conversation) {
      const headers = {
        cookie: `${name}=${value}`,
        accept: "application/json",
        "x-service-conversation": conversation,
      };
      const opened = await fetch(`${url}/api/chat`, { headers });
      const { created, ...place } = (await opened.json()) as {
        created: boolean;
        workspaceId: string;
        sessionId: string;
      };
      return created ? readLog(service, place) : [];
    },
  };
}

/** From the sources. */
async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "../chat-page.tsx")],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    conditions: ["service-source"],
    define: { "process.env.NODE_ENV": '"production"' },
    jsx: "automatic",
    target: "es2022",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
