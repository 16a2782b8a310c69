/** Renders each connected component as a server would, in a folder that has only the packed packages. */
import { ChatComposer, ChatConversation, MessageTimeline, ServiceProvider, SessionConversation } from "@service/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

const elements = {
  ChatConversation: createElement(ChatConversation, { conversation: "c_1" }),
  SessionConversation: createElement(SessionConversation, { sessionId: "35744661-823e-5798-9b0c-268aeed4b5a3" }),
  MessageTimeline: createElement(MessageTimeline, { sessionId: "35744661-823e-5798-9b0c-268aeed4b5a3" }),
  ChatComposer: createElement(ChatComposer, { sessionId: "35744661-823e-5798-9b0c-268aeed4b5a3" }),
};

const rendered = Object.entries(elements).map(([name, element]) => [
  name,
  renderToString(
    createElement(ServiceProvider, { identity: { tenant: "acme", user: "ana" }, baseUrl: "/api/service" }, element),
  ),
]);
console.log(JSON.stringify(Object.fromEntries(rendered)));
