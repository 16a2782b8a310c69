import { conversationJourneys } from "./support/conversation-journeys.js";

conversationJourneys("session", "chloe");
