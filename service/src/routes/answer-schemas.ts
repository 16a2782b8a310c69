/** Responses that combine a written event or a receipt with a record of the protocol. */
import {
  editedTurnSchema,
  queueAnswerSchema,
  receiptSchema,
  sessionEventSchema,
  steerAnswerSchema,
  submittedDraftSchema,
} from "@service/sdk/protocol";
import * as v from "valibot";

export const steerAnswer = v.looseObject({
  ...steerAnswerSchema.entries,
  accepted: sessionEventSchema,
  receipt: receiptSchema,
});
export const submittedDraftAnswer = v.looseObject({ ...submittedDraftSchema.entries, accepted: sessionEventSchema });
export const queueAnswer = v.looseObject({ ...queueAnswerSchema.entries, receipt: receiptSchema });
export const editedTurnAnswer = v.looseObject({ ...editedTurnSchema.entries, receipt: receiptSchema });
