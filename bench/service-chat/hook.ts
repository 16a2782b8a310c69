/** Bundle of a page that draws a chat itself. */
export { ServiceProvider, useChat } from "@service/react/hooks";
