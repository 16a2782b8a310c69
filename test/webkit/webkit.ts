/** A real WebKit for tests: WebDriver over HTTP, and a server for the pages of `test/pages`. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { ensureDisplay, ensureWebKit } from "../../scripts/webkit.mjs";
import { bundle } from "../pages/open-page.js";

export interface WebKitPage {
  /** Runs the function in the page; its arguments and its result are JSON. */
  evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  close(): Promise<void>;
}

/** Opens a page of `test/pages` in a browser of its own. */
export async function openInWebKit(name: string): Promise<WebKitPage> {
  const started: ChildProcess[] = [];
  const display = spawn(ensureDisplay(), ["-displayfd", "1", "-screen", "0", "1300x1000x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.push(display);
  const DISPLAY = `:${await firstLine(display)}`;
  const port = await freePort();
  started.push(
    spawn(ensureWebKit(), [`--port=${port}`], {
      stdio: "ignore",
      env: { ...process.env, DISPLAY, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
    }),
  );
  const { url, stop } = await serve(name);
  const ask = driver(`http://127.0.0.1:${port}`);
  const { sessionId } = await ask<{ sessionId: string }>("POST", "/session", { capabilities: {} });
  const session = `/session/${sessionId}`;
  await ask("POST", `${session}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  await ask("POST", `${session}/url`, { url });
  return {
    async evaluate(run, ...args) {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => (${run.toString()})(...arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const answer = await ask<{ value?: unknown; error?: string }>("POST", `${session}/execute/async`, {
        script,
        args: [args],
      });
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value as never;
    },
    async close() {
      await ask("DELETE", session);
      stop();
      for (const child of started) child.kill();
    },
  };
}

/** Asks the driver, which takes a moment to listen. */
function driver(base: string) {
  return async function ask<Value>(method: string, path: string, body?: object): Promise<Value> {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) }).catch(
        (error: unknown) => {
          if (tries > 50) throw error;
        },
      );
      if (answer) {
        const { value } = (await answer.json()) as { value: Value };
        if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
        return value;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
}

async function serve(name: string) {
  const { script, style } = await bundle(name);
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title><style>html,body{height:100%;margin:0}#root{height:100%}</style><style>${style}</style><div id="root"></div><script src="/script.js"></script></html>`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/script.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [line] = (await once(createInterface({ input: child.stdout! }), "line")) as [string];
  return line;
}
