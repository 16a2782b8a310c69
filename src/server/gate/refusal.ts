import { ServiceError, type ServiceErrorFacts } from "../../foundation/base-error.js";

/** A request that a door refuses by a rule of its own. Both doors answer it with this status, code and message. */
export class DoorRefusal extends ServiceError {
  readonly status: number;

  constructor(status: number, message: string, facts: ServiceErrorFacts) {
    super(message, facts);
    this.name = "DoorRefusal";
    this.status = status;
  }
}
