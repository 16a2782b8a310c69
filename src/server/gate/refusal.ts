import { ServiceError, type ServiceErrorFacts } from "../../foundation/base-error.js";

/** A request that a door refuses by a rule of its own. Both doors answer it with this status, code and message. */
export class DoorRefusal extends ServiceError {
  readonly status: number;
  /** What the operator can change, for the log; undefined where the caller alone is at fault. */
  readonly advice: string | undefined;

  /** @param message is answered to the caller, so it is written for people. */
  constructor(status: number, message: string, { advice, ...facts }: ServiceErrorFacts & { readonly advice?: string }) {
    super(message, facts);
    this.name = "DoorRefusal";
    this.status = status;
    this.advice = advice;
  }
}
