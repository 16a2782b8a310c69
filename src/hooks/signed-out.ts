import { ServiceError } from "../foundation/base-error.js";

/** Why nothing is sent for a provider without an identity. */
export const withoutPerson = {
  "signed-out": new ServiceError("Nobody is signed in. Give the ServiceProvider an identity first.", {
    code: "signed_out",
  }),
  unknown: new ServiceError("It is not known yet who is signed in. Give the ServiceProvider an identity first.", {
    code: "signed_out",
  }),
};
