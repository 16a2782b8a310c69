import { errorBodySchema } from "@service/sdk/protocol";
import * as v from "valibot";
import type { AnswerBody } from "../src/routes/about.js";
import { allRoutes } from "../src/routes/all-routes.js";
import { openRoutes } from "../src/routes/open-routes.js";
import { publicAbout } from "../src/routes/public.js";

/** Compares every answer of a service with what its route declares. */
export interface AnswerCheck {
  /** Passes requests on and throws for an answer that its route does not declare. */
  fetch(request: Request): Promise<Response>;
  /** Every mismatch so far: some callers take a thrown error for a lost connection. */
  readonly mismatches: readonly string[];
}

export function checkAnswers(serve: (request: Request) => Promise<Response>): AnswerCheck {
  const mismatches: string[] = [];
  return {
    mismatches,
    async fetch(request) {
      const name = `${request.method} ${new URL(request.url).pathname}`;
      const declared = declaredFor(request);
      const answer = await serve(request);
      const fault = request.method === "HEAD" ? faultOfHead(answer) : await faultOf(answer, declared);
      if (fault === null) return answer;
      mismatches.push(`${name}: ${fault}`);
      throw new Error(mismatches.at(-1));
    },
  };
}

const declared = [
  ...Object.entries(publicAbout).map(([path, about]) => ({ method: "GET", path, about })),
  ...openRoutes,
  ...allRoutes,
].map(({ method, path, about }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`),
  isExact: !path.includes(":"),
  answers: about.answers,
}));

function declaredFor({ method, url }: Request): Readonly<Record<number, AnswerBody>> | undefined {
  const { pathname } = new URL(url);
  const matches = declared.filter((route) => route.method === method && route.pattern.test(pathname));
  return (matches.find((route) => route.isExact) ?? matches[0])?.answers;
}

/** Why an answer is not one of the declared ones, or null. */
async function faultOf(answer: Response, answers: Readonly<Record<number, AnswerBody>> | undefined) {
  const { status } = answer;
  if (status >= 400) return faultOfJson(answer, errorBodySchema);
  const body = answers?.[status];
  if (body === undefined) return `its route does not declare the status ${status}`;
  if (body === "nothing") return answer.body === null ? null : `its answer ${status} has a body`;
  const type = answer.headers.get("content-type") ?? "";
  if (body === "event stream") return type.startsWith("text/event-stream") ? null : `"${type}" is no event stream`;
  return body === "bytes" ? null : faultOfJson(answer, body);
}

const faultOfHead = ({ body }: Response) => (body === null ? null : "its answer to HEAD has a body");

async function faultOfJson(answer: Response, schema: v.GenericSchema): Promise<string | null> {
  const { issues } = v.safeParse(schema, await answer.clone().json());
  if (issues === undefined) return null;
  const [issue] = issues;
  return `${answer.status} at "${issue.path?.map((step) => String(step.key)).join(".") ?? "body"}": ${issue.message}`;
}
