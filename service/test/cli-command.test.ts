/** The command that runs beside the service: `service-embedded --memory -- <command>`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bundleChild } from "./bundle-child.js";

let script: Awaited<ReturnType<typeof bundleChild>>;
beforeAll(async () => {
  script = await bundleChild(new URL("../src/cli.ts", import.meta.url));
});
afterAll(() => script.remove());

const kills: (() => void)[] = [];
afterEach(() => kills.splice(0).forEach((kill) => kill()));

function start(...args: string[]) {
  const child = spawn(process.execPath, [script.path, "--memory", "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  kills.push(() => child.kill("SIGKILL"));
  const output = { out: "", err: "" };
  child.stderr.on("data", (chunk) => (output.err += String(chunk)));
  const printed = (words: string) =>
    new Promise<void>((resolve) => {
      child.stdout.on("data", () => output.out.includes(words) && resolve());
    });
  child.stdout.on("data", (chunk) => (output.out += String(chunk)));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...output }));
  return { child, printed, ended };
}

const node = (program: string) => ["--", process.execPath, "-e", program];

/** Asks the service as a backend does, with the variables that it was started with. */
const asksTheService = `
const { SERVICE_API_BASE_URL: url, SERVICE_ORGANIZATION_ID: id, SERVICE_API_KEY: key } = process.env;
const answer = await fetch(url + "/v1/organizations/" + id + "/api-keys", { headers: { authorization: "Bearer " + key } });
console.log("answered", answer.status);
process.exit(7);
`;

const waits = `
process.on("SIGTERM", () => { console.log("stopping"); process.exit(0); });
setInterval(() => {}, 1_000);
console.log("waiting");
`;

describe("service-embedded -- <command>", () => {
  it("runs the command with the service's address and key, and ends with its exit code", async () => {
    const { ended } = start("--", process.execPath, "--input-type=module", "-e", asksTheService);
    expect(await ended).toEqual({
      code: 7,
      err: "",
      out: expect.stringMatching(
        /^The service answers at [^]*\n {2}key {11}that of SERVICE_API_KEY\n {2}data [^]*answered 200\n$/,
      ),
    });
  });

  it("passes SIGTERM to the command and stops after it", async () => {
    const { child, printed, ended } = start(...node(waits));
    await printed("waiting");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0, out: expect.stringMatching(/waiting\nstopping\n$/) });
  });

  // As below npm and npx: the shell in between ends without forwarding the signal.
  it("passes SIGTERM to a program behind a shell", async () => {
    const behind = `"${process.execPath}" -e '${waits}'; exit $?`;
    const { child, printed, ended } = start("--", "sh", "-c", behind);
    await printed("waiting");
    child.kill("SIGTERM");
    expect((await ended).out).toMatch(/waiting\nstopping\n$/);
  });

  it("passes each argument on as it is", async () => {
    const given = ["two words", 'a "quote"', "a & b", "$HOME", "100%", ""];
    const { ended } = start(...node("console.log(JSON.stringify(process.argv.slice(1)))"), ...given);
    const { out } = await ended;
    expect(JSON.parse(out.trimEnd().split("\n").at(-1)!)).toEqual(given);
  });

  it("names a command that cannot be started", async () => {
    expect(await start("--", "no-such-program", "dev").ended).toMatchObject({
      code: 1,
      err: "no-such-program cannot be started (ENOENT). Check the command after --.\n\nRun service-embedded --help for usage.\n",
    });
  });

  it.each([
    [["--"], "A command is missing after --, such as: -- npm run dev."],
    [["--env", ...node("")], "--env only prints. Leave it out to run a command: the command gets the same variables."],
  ])("refuses %j with the reason", async (args, why) => {
    expect(await start(...args).ended).toEqual({
      code: 1,
      out: "",
      err: `${why}\n\nRun service-embedded --help for usage.\n`,
    });
  });
});
