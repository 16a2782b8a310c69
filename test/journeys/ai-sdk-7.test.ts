import { describeAiSdk } from "./ai-sdk/suite.js";

describeAiSdk(7);
