import { createMemoryStore } from "../../src/store/memory-store.js";
import { storeContract } from "./store-contract.js";

storeContract("The memory store", async () => createMemoryStore());
