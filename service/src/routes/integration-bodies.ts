import * as v from "valibot";
import { maybeEndUser } from "./bodies.js";
import { credentialSchema } from "../integrations/credential.js";
import { instanceKeyForm } from "../integrations/instance-key.js";
import { sourceSchema } from "../integrations/source.js";
import { limits } from "../integrations/surface.js";

const maybe = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );

const wholeWords = "must be a whole number from 1";

const previewFields = {
  source: sourceSchema,
  credential: maybe(credentialSchema),
  endUser: maybeEndUser,
};

export const previewBody = v.object(previewFields);

export const installBody = v.object({
  ...previewFields,
  expectedRevisionId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  expectedContentSha256: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  instanceKey: maybe(
    v.pipe(
      v.string(),
      v.regex(instanceKeyForm, "must be 1 to 24 lower-case letters and digits, with single hyphens between them"),
    ),
  ),
  displayName: maybe(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(limits.title))),
  expectedInstanceVersion: maybe(v.pipe(v.number(wholeWords), v.integer(wholeWords), v.minValue(1, wholeWords))),
  allowedTools: maybe(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.minLength(1), v.maxLength(limits.tools))),
});
