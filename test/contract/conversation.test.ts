import { conversationContract } from "./conversation/contract.js";
import { chatDoor, sessionDoor } from "./conversation/doors.js";
import { madeUpDoor } from "./conversation/made-up-door.js";

conversationContract("chat", chatDoor);
conversationContract("session", sessionDoor);
conversationContract("made-up", madeUpDoor);
