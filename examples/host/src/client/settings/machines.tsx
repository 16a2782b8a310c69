import { ConnectedMachines } from "@service/react";
import type { Section } from "./section.js";

export const machines: Section = {
  id: "machines",
  title: "Connected computers",
  about: "Let the agent work in a folder on your computer. You approve each change it makes there.",
  Content: () => (
    <>
      <ConnectedMachines headingLevel={2} command={`npx @service/sdk machine <folder> --service ${location.origin}`} />
      <p className="aside">
        The computer then shows a code. <a href="/machines/approve">Enter it here</a>
      </p>
    </>
  ),
};
