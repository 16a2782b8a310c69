/** What a page ships that draws a session itself. */
export { ServiceProvider, useSessionById } from "@service/react/hooks";
