import { conversationJourneys } from "./support/conversation-journeys.js";

conversationJourneys("chat", "ana");
