/** One session as it is shown, and what a person can do with it: the types, for hosts and components. */
export type * from "../conversation/view/session-view.js";
