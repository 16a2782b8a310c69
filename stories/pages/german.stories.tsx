import { ApprovalCard, ComposerView, QueuePanelView, ServiceProvider, TimelineView } from "@service/react";
import { german } from "@service/react/strings/de";
import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { approval, plan } from "../fixtures.js";
import "./theming.css";

/** Views in German, with the catalogue of `@service/react/strings/de`. */
function InGerman(): ReactNode {
  const done = async () => undefined;
  return (
    <ServiceProvider identity={null} locale="de" strings={german}>
      <div className="own-chat">
        <TimelineView timeline={plan} />
        <ApprovalCard approval={approval} onApprove={() => undefined} onReject={() => undefined} />
        <QueuePanelView
          queue={[
            { turnId: "a", text: "Vergleiche es mit dem letzten Jahr." },
            { turnId: "b", text: "Schick das Ergebnis an Ben." },
          ]}
          onMove={done}
          onEdit={done}
          onSendNow={done}
          onRemove={done}
        />
        <ComposerView composer={{ sendMessage: done, stop: done, pause: done, isRunning: true }} />
      </div>
    </ServiceProvider>
  );
}

const meta = {
  title: "Start/Languages/German",
  component: InGerman,
  tags: ["!autodocs"],
  // Its words are of another catalogue than the made-up one.
  parameters: { data: [plan, approval], pseudo: false },
} satisfies Meta<typeof InGerman>;
export default meta;

export const German: StoryObj<typeof meta> = {};
export const Phone: StoryObj<typeof meta> = { globals: { width: "360" } };
