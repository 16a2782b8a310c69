/** Bundle of a page that draws a session itself. */
export { ServiceProvider, useSessionById } from "@service/react/hooks";
