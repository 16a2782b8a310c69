import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../support/free-port.js";

/** The file of the deployment page, unchanged. */
const settings = new URL("../../../docs/deploy/nginx.conf", import.meta.url);

/** Debian's "nobody": nginx runs without privileges, like a person's process. */
const nobody = 65_534;

export interface Nginx {
  /** Where each server answers, in the order they were given. */
  readonly urls: readonly string[];
  close(): Promise<void>;
}

/**
 * Runs nginx in a folder of its own, with one server for each body; `include chat.conf;` is the deployment page's
 * file. Every setting around it works against streams, so the file alone must make them work.
 *
 * @param upstream the address behind the name `product`.
 */
export async function startNginx(upstream: string, servers: readonly string[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const ports: number[] = [];
  for (const _ of servers) ports.push(await freePort());
  const bodies = servers.map((body, at) => `server { listen 127.0.0.1:${ports[at]}; ${body} }`);
  copyFileSync(settings, join(folder, "chat.conf"));
  writeFileSync(join(folder, "main.conf"), mainSettings(new URL(upstream).host, bodies));
  const isRoot = process.getuid?.() === 0;
  for (const file of ["", "chat.conf", "main.conf"]) {
    chmodSync(join(folder, file), 0o755);
    if (isRoot) chownSync(join(folder, file), nobody, nobody);
  }
  const child = spawn(
    process.env["NGINX_PATH"] ?? "/usr/sbin/nginx",
    ["-p", folder, "-c", "main.conf", "-e", "stderr"],
    { stdio: ["ignore", "ignore", "pipe"], ...(isRoot && { uid: nobody, gid: nobody }) },
  );
  const closed = once(child, "close");
  let said = "";
  for await (const line of createInterface(child.stderr)) {
    said += `${line}\n`;
    // By then it listens.
    if (line.includes("start worker process ")) break;
  }
  if (!said.includes("start worker process ")) throw new Error(`nginx did not start:\n${said}`);
  child.stderr.resume();
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    async close() {
      child.kill("SIGTERM");
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mainSettings(upstream: string, servers: readonly string[]): string {
  return `
daemon off;
worker_processes 1;
pid nginx.pid;
error_log stderr notice;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  gzip on;
  gzip_types *;
  gzip_min_length 1;
  gzip_proxied any;
  proxy_ignore_headers X-Accel-Buffering;
  upstream product { server ${upstream}; keepalive 8; }
  ${servers.join("\n  ")}
}
`;
}
