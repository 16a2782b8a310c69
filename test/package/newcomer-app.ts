import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { root } from "./support.js";

/** Versions of packages that are not installed in this repository. */
const furtherPins: Readonly<Record<string, string>> = {
  next: "16.4.6",
  "react-router": "8.5.3",
  typescript: "5.9.3",
  "@types/json-schema": "7.0.15",
  "@types/node": "20.19.43",
  "@types/react": "19.3.0",
  "@types/react-dom": "19.3.0",
};

const versionsIn = (folder: string): Record<string, string> => {
  const text = readFileSync(join(root, folder, "package.json"), "utf8");
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
  return { ...dependencies, ...devDependencies };
};

function versionOf(name: string): string {
  const version = { ...versionsIn("."), ...versionsIn("service"), ...furtherPins }[name];
  if (version === undefined) throw new Error(`${name} has no version here. Give it one in newcomer-app.ts.`);
  return version;
}

/** A folder as a newcomer has it, with the packed packages and whatever else is named, each at one version. */
export class NewcomerApp {
  readonly path = mkdtempSync(join(tmpdir(), "newcomer-"));
  readonly #children: ChildProcess[] = [];

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(this.path, dirname(name)), { recursive: true });
      writeFileSync(join(this.path, name), text);
    }
  }

  async install(packages: readonly string[]): Promise<void> {
    const tarballs: Readonly<Record<string, string>> = inject("tarballs");
    const specs = [...new Set(packages)].map((name) => tarballs[name] ?? `${name}@${versionOf(name)}`);
    await this.run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", ...specs]);
  }

  /** Runs a program to its end and gives what it printed; throws with all of it when it fails. */
  async run(program: string, args: readonly string[]): Promise<string> {
    const { child, said } = this.#spawn(program, args, {});
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${said()}`);
    return said();
  }

  /** The path of an installed program. */
  bin(name: string): string {
    return join(this.path, "node_modules/.bin", name);
  }

  /** Starts an installed program and returns the first group of the pattern in its output. */
  async start(bin: string, args: readonly string[], ready: RegExp, env: NodeJS.ProcessEnv = {}): Promise<string> {
    const { child, said } = this.#spawn(this.bin(bin), args, env);
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = ready.exec(said());
        if (found) resolve(found[1] ?? "");
      };
      child.stdout?.on("data", look);
      child.once("error", reject);
      child.once("close", (code) => reject(new Error(`${bin} ended with ${code} before it was ready:\n${said()}`)));
    });
  }

  /** Ends what still runs, newest first. */
  async stop(): Promise<void> {
    for (const child of this.#children.splice(0).toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, "close");
      child.kill("SIGTERM");
      await gone;
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    // Children of an ended program may still be writing.
    rmSync(this.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #spawn(program: string, args: readonly string[], more: NodeJS.ProcessEnv) {
    // The test runner's own variables would make other tools behave as in a test.
    const { NODE_ENV: _, VITEST: __, ...env } = process.env;
    const child = spawn(program, args, {
      cwd: this.path,
      env: { ...env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1", ...more } as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.push(child);
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (text += part));
    return { child, said: () => text };
  }
}
