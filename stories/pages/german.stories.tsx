import { ComposerView, DecisionList, QueuePanelView, TimelineView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect } from "storybook/test";
import { approval, plan } from "../fixtures.js";

const queue = [
  { turnId: "a", text: "Vergleiche es mit dem letzten Jahr." },
  { turnId: "b", text: "Schick das Ergebnis an Ben." },
];

const done = async () => undefined;

/** A conversation in the catalogue of `@service/react/strings/de`. */
function InGerman(): ReactNode {
  return (
    <div className="sv-root sv-conversation">
      <TimelineView timeline={plan} />
      <div className="sv-conversation-foot">
        <DecisionList decisions={[approval]} onRespond={done} />
        <QueuePanelView queue={queue} isFolded onMove={done} onEdit={done} onSendNow={done} onRemove={done} />
        <ComposerView composer={{ sendMessage: done, stop: done, pause: done, isRunning: true }} />
      </div>
    </div>
  );
}

const meta = {
  title: "Start/Languages/German",
  component: InGerman,
  tags: ["!autodocs"],
  globals: { locale: "de" },
  parameters: { stage: "chat", data: [plan, approval, queue] },
} satisfies Meta<typeof InGerman>;
export default meta;

export const German: StoryObj<typeof meta> = {
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Freigeben" });
    await expect(document.documentElement.lang).toBe("de");
  },
};
export const Phone: StoryObj<typeof meta> = { globals: { width: "360" } };
