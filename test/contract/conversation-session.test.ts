import { conversationContract } from "./conversation/contract.js";
import { sessionDoor } from "./conversation/doors.js";

conversationContract("session", sessionDoor);
