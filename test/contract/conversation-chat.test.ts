import { conversationContract } from "./conversation/contract.js";
import { chatDoor } from "./conversation/doors.js";

conversationContract("chat", chatDoor);
