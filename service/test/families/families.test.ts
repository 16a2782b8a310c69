import { createMemoryStore } from "../../src/app.js";
import { familyContract } from "./family-contract.js";

familyContract("in memory", async () => createMemoryStore(), ["100,000 characters"]);
