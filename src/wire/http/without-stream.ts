import { isServiceError } from "../../foundation/base-error.js";
import { isForeignAnswer } from "../protocol/api-error.js";

/** Whether a server without a stream answers so to a request for one, or another server did. It is not final. */
export function isWithoutStream(error: unknown): boolean {
  const status = isServiceError(error) ? (error as { readonly status?: unknown }).status : undefined;
  return [404, 405, 406, 501].includes(Number(status)) || isForeignAnswer(error);
}
