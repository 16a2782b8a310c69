import { conversationContract } from "./conversation/contract.js";
import { chatDoor, sessionDoor } from "./conversation/doors.js";

conversationContract("chat", chatDoor);
conversationContract("session", sessionDoor);
