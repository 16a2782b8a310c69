import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Integrations } from "../../hooks/use-integrations.js";
import type { IntegrationCredential, IntegrationSource } from "../../wire/protocol/integrations.js";
import { InstallDialogView } from "./install-dialog-view.js";
import type { InstallStep } from "./install-step.js";

interface InstallDialogProps extends Pick<Integrations, "definitions" | "preview" | "install"> {
  /** Whether an address may be entered. */
  readonly anySource: boolean;
  readonly owner: "user" | "workspace" | undefined;
  readonly onClose: () => void;
  /** @param name of the integration that was installed */
  readonly onAdded: (name: string) => void;
}

/** A dialog from the choice of a source to its installation. Its text is dropped when it closes. */
export function InstallDialog(props: InstallDialogProps): ReactNode {
  const { definitions, preview, install, anySource, owner, onClose, onAdded } = props;
  const [step, setStep] = useState<InstallStep>({ name: "choose" });
  const [source, setSource] = useState<IntegrationSource | null>(null);
  /** The last request of this dialog; an aborted one no longer changes the dialog. */
  const running = useRef<AbortController | null>(null);
  const begin = () => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  useEffect(() => () => running.current?.abort(), []);

  async function check(wanted: IntegrationSource, credential?: IntegrationCredential): Promise<void> {
    const signal = begin();
    setSource(wanted);
    setStep({ name: "checking" });
    try {
      const read = await preview({ source: wanted, credential, owner }, signal);
      if (!signal.aborted) setStep({ name: "review", preview: read, credential });
    } catch (error) {
      if (!signal.aborted) setStep({ name: "choose", error: error as Error });
    }
  }

  async function add(tools: readonly string[], credential: IntegrationCredential | null): Promise<void> {
    if (step.name !== "review" || source === null) return;
    const { preview: read } = step;
    const signal = begin();
    setStep({ ...step, isInstalling: true, error: undefined });
    try {
      const { displayName } = await install({
        source,
        owner,
        credential: credential ?? undefined,
        allowedTools: tools,
        instanceKey: read.instanceKey,
        expectedRevisionId: read.revisionId,
        expectedContentSha256: read.contentSha256,
        expectedInstanceVersion: read.installed?.instanceVersion,
      });
      if (!signal.aborted) onClose();
      onAdded(displayName);
    } catch (error) {
      if (!signal.aborted) setStep({ ...step, isInstalling: false, error: error as Error });
    }
  }

  return (
    <InstallDialogView
      definitions={definitions}
      anySource={anySource}
      step={step}
      onCheck={(wanted, credential) => void check(wanted, credential)}
      onCheckAgain={(credential) => {
        const known = step.name === "review" ? step.credential : undefined;
        if (source !== null) void check(source, credential ?? known);
      }}
      onInstall={(tools, credential) => void add(tools, credential)}
      onBack={() => {
        begin();
        setStep({ name: "choose" });
      }}
      onClose={onClose}
    />
  );
}
