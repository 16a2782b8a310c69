/** Whether each route is mounted, asked in ways that change nothing: a decision that decides nothing, a turn that is not there. */
import { isRecord } from "../../wire/protocol/read-fields.js";
import { route, type Examination } from "./examination.js";
import { codeOf, explain } from "./explain.js";
import { ok, warning, type Finding } from "./finding.js";
import { isOpened, type Answer } from "./site.js";

/** The handler refuses an empty decision with a message of its own. */
export async function checkRespond(exam: Examination): Promise<Finding> {
  const { ask, asked } = route(exam, "respond", { method: "POST", path: "/respond", body: {} });
  const answer = await exam.site.read(ask);
  return codeOf(answer as Answer) === "respond_input_invalid"
    ? ok("respond", "Approvals and answers have their route.")
    : explain(answer, asked);
}

/** Uses the id of no existing turn, so that nothing is stopped in any conversation. */
export async function checkStop(exam: Examination): Promise<Finding> {
  const turnId = exam.settings.newId();
  const { ask, asked } = route(exam, "stop", { method: "POST", path: "/stop", body: { turnId } });
  const answer = await exam.site.read(ask);
  const { json } = answer as Answer;
  return answer.status === 200 && isRecord(json) && json["stopped"] === false
    ? ok("stop", "Stopping has its route.")
    : explain(answer, asked);
}

/** Path at which the AI SDK's client looks for a running answer. This kit's client uses another. */
export async function checkResume(exam: Examination): Promise<Finding> {
  const path = `/${exam.conversation}/stream`;
  const { ask, asked } = route(exam, "resume", { path });
  const answer = await exam.site.open(ask);
  if (isOpened(answer)) answer.leave();
  if (isOpened(answer) || answer.status === 204) return ok("resume", "An answer that runs has its route.");
  const found = explain(answer, asked);
  // Without it everything of this kit works.
  return found.check === "resume"
    ? warning("resume", found.message, `${found.advice} The AI SDK's client needs it.`)
    : found;
}
