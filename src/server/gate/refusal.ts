import { ServiceError, type ServiceErrorFacts } from "../../foundation/base-error.js";

/** A request that a door refuses by a rule of its own. Both doors answer it with this status, code and message. */
export class DoorRefusal extends ServiceError {
  readonly status: number;
  /** The operator's remedy, for the log; undefined where only the caller is at fault. */
  readonly advice: string | undefined;

  /** @param message is answered to the caller, so it is written for people. */
  constructor(status: number, message: string, { advice, ...facts }: ServiceErrorFacts & { readonly advice?: string }) {
    super(message, facts);
    this.name = "DoorRefusal";
    this.status = status;
    this.advice = advice;
  }
}
