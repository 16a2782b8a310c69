/** The command `doctor`: arguments in, lines out, and a code that a pipeline can go by. */
import { parseArgs } from "node:util";
import { renderFinding, renderSummary } from "../doctor/render.js";
import type { VerifyOptions } from "../doctor/settings.js";
import { verifyChatEndpoint } from "../doctor/verify-chat-endpoint.js";
import { isServiceError } from "../../foundation/base-error.js";

export const doctorHelp = `service-sdk doctor: examines a deployed chat from outside, as a page would use it.

Usage: npx @service/sdk doctor <url> [options]

  <url>                      where the chat handler is mounted: https://your-product.example/api/chat
  --header "Name: value"     what somebody who is signed in sends; may be given more than once
  --other-header "Name: …"   the same of somebody else, so that it shows whether the two are kept apart
  --proxy <url>              where the session proxy is mounted, to look at that too
  --wait <seconds>           how long to hold a silent stream (default 90; 3600 proves an hour,
                             with headers that are good for so long)
  --message <text>           the one message to send (default: a request for a one-word answer)
  --read-only                send no message; what only an answer shows stays unknown
  --json                     print the findings as JSON, and nothing else
  --help                     print this

What it does on the host: it reads a conversation that does not exist, named doctor-<uuid>, follows it, and asks
/respond and /stop for what changes nothing. Then it sends that conversation one message, as the person of --header,
waits for the answer (and stops it after a minute), and listens to the silence. The conversation stays, with its one
message. Where the host itself names the conversation, nothing is sent.

It ends with 0 when nothing is at fault, with 1 when something is, and with 2 when it was called the wrong way.
`;

/** Where the command writes. */
export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Longest time that a stream is kept open (s). */
const longestWait = 86_400;

/** Something the person who typed the command can put right. */
class UsageError extends Error {}

/** Gives the code to end with. Aborting `signal` ends it early, by throwing the signal's reason. */
export async function doctorCommand(
  args: readonly string[],
  { out, err }: CommandOutput,
  signal?: AbortSignal,
): Promise<number> {
  try {
    const asked = readArguments(args);
    if (asked === "help") {
      out(doctorHelp);
      return 0;
    }
    const { url, isJson, options } = asked;
    const told: VerifyOptions = isJson
      ? {}
      : { onFinding: (finding) => out(`${renderFinding(finding)}\n`), onProgress: (text) => err(`${text}\n`) };
    const report = await verifyChatEndpoint(url, { ...options, ...told, signal });
    out(isJson ? `${JSON.stringify(report, null, 2)}\n` : `\n${renderSummary(report)}\n`);
    return report.findings.some(({ outcome }) => outcome === "fault") ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UsageError) && !isServiceError(error)) throw error;
    err(`${error.message}\n\nRun npx @service/sdk doctor --help for usage.\n`);
    return 2;
  }
}

interface Asked {
  readonly url: string;
  readonly isJson: boolean;
  readonly options: VerifyOptions;
}

function readArguments(args: readonly string[]): Asked | "help" {
  const { values, positionals } = parse(args);
  if (values.help === true) return "help";
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0) {
    throw new UsageError("Say which chat to examine: one address, such as https://your-product.example/api/chat.");
  }
  if (!/^\d+(\.\d+)?$/.test(values.wait)) {
    throw new UsageError(`--wait ${values.wait} is no number of seconds. Give one, such as 90.`);
  }
  if (Number(values.wait) > longestWait) {
    throw new UsageError(`--wait ${values.wait} is longer than a day. Give ${longestWait} seconds at most.`);
  }
  const { header, "other-header": otherHeader, proxy, message } = values;
  return {
    url,
    isJson: values.json === true,
    options: {
      headers: header && readHeaders(header),
      otherHeaders: otherHeader && readHeaders(otherHeader),
      proxy,
      message,
      readOnly: values["read-only"],
      waitMs: Number(values.wait) * 1_000,
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        header: { type: "string", multiple: true },
        "other-header": { type: "string", multiple: true },
        proxy: { type: "string" },
        wait: { type: "string", default: "90" },
        message: { type: "string" },
        "read-only": { type: "boolean" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The message omits the value: it may be a secret. */
function readHeaders(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError('A header is its name, a colon and its value: --header "Cookie: session=…".');
    }
    try {
      headers.append(name, value);
    } catch {
      throw new UsageError(
        `The header ${name} cannot be sent: its name or its value contains characters that no header may have.`,
      );
    }
  }
  return headers;
}
