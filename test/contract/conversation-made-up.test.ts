import { conversationContract } from "./conversation/contract.js";
import { madeUpDoor } from "./conversation/made-up-door.js";

conversationContract("made-up", madeUpDoor);
