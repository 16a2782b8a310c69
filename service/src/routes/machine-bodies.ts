/** Bodies of the routes of machines (`protocol.md` §9.6). */
import { maxOutputBytes } from "../machines/command.js";
import * as v from "valibot";
import { maybeEndUser } from "./bodies.js";

/** Machines name themselves and their folder: one line, without what terminals and pages act on. */
const label = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(most),
    v.check((value) => !unseen.test(value.replace(emojiForm, "")), "must be one line without invisible characters"),
  );

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** An emoji with the character that gives it its form. */
const emojiForm = /\p{Extended_Pictographic}\ufe0f/gu;

const abilities = ["read", "write", "run"] as const;
const ability = v.picklist(abilities);

/** Facts that a machine sends about itself; the body of a start. */
export const machineFacts = v.object({
  name: label(80),
  folder: label(300),
  abilities: v.pipe(
    v.array(ability),
    v.maxLength(3),
    v.check((value) => value.includes("read"), 'must hold "read"'),
    v.transform((value) => abilities.filter((one) => value.includes(one))),
  ),
});

export const pollBody = v.object({
  deviceCode: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** Required with a one-time token, which has no facts about the machine. */
  machine: v.nullish(machineFacts, null),
});

const userCode = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
export const lookupBody = v.object({ userCode });
export const approveBody = v.object({
  userCode,
  endUser: maybeEndUser,
  /** No machine lets its screen be controlled. */
  allowScreenControl: v.nullish(
    v.pipe(
      v.boolean(),
      v.check((value) => !value, "must be false, not true: machines offer no screen control"),
    ),
    false,
  ),
});
export const denyBody = v.object({ userCode });
export const tokenBody = v.object({ endUser: maybeEndUser });

export const startCommandBody = v.object({ startKey: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) });
export const outputBody = v.object({
  offset: v.pipe(v.number(), v.integer(), v.minValue(0)),
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(maxOutputBytes)),
  stream: v.optional(v.picklist(["stdout", "stderr"]), "stdout"),
});
export const resultBody = v.object({ ok: v.boolean(), value: v.record(v.string(), v.unknown()) });
