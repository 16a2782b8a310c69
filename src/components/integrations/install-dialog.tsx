import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Integrations } from "../../hooks/use-integrations.js";
import type { Integration, IntegrationCredential, IntegrationSource } from "../../wire/protocol/integrations.js";
import { InstallDialogView } from "./install-dialog-view.js";
import type { InstallStep } from "./install-step.js";

interface InstallDialogProps extends Pick<Integrations, "definitions" | "preview" | "install"> {
  /** Whether users can enter an address. */
  readonly anySource: boolean;
  readonly owner: "user" | "workspace" | undefined;
  /** The installed integration that gets a key; undefined adds one. */
  readonly keyOf: Integration | undefined;
  readonly onClose: () => void;
  /** @param name of the integration that was installed */
  readonly onAdded: (name: string) => void;
  /** Called for an installation that failed after its dialog was closed. */
  readonly onNotAdded: (error: Error) => void;
}

/** A dialog from the choice of a source to its installation. Its text is dropped when it closes. */
export function InstallDialog(props: InstallDialogProps): ReactNode {
  const { definitions, preview, install, anySource, keyOf, onClose, onAdded, onNotAdded } = props;
  const owner = keyOf ? ownerOf(keyOf) : props.owner;
  const [step, setStep] = useState<InstallStep>(keyOf ? { name: "checking" } : { name: "choose" });
  const [source, setSource] = useState<IntegrationSource | null>(() => sourceOf(keyOf));
  /** The last request of this dialog; an aborted one no longer changes the dialog. */
  const running = useRef<AbortController | null>(null);
  const begin = () => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  useEffect(() => {
    if (keyOf && source !== null) void check(source);
    return () => running.current?.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reads it once, when the dialog opens
  }, []);

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
        instanceKey: keyOf?.instanceKey ?? read.instanceKey,
        displayName: keyOf?.displayName,
        expectedRevisionId: read.revisionId,
        expectedContentSha256: read.contentSha256,
        expectedInstanceVersion: (keyOf ?? read.installed)?.instanceVersion,
      });
      if (!signal.aborted) onClose();
      onAdded(displayName);
    } catch (error) {
      if (signal.aborted) onNotAdded(error as Error);
      else setStep({ ...step, isInstalling: false, error: error as Error });
    }
  }

  return (
    <InstallDialogView
      definitions={definitions}
      anySource={anySource}
      step={step}
      keyOf={keyOf}
      onCheck={(wanted, credential) => void check(wanted, credential)}
      onCheckAgain={(credential) => {
        const known = step.name === "review" ? step.credential : undefined;
        if (source !== null) void check(source, credential ?? known);
      }}
      onInstall={(tools, credential) => void add(tools, credential)}
      onBack={() => {
        if (keyOf) return onClose();
        begin();
        setStep({ name: "choose" });
      }}
      onClose={onClose}
    />
  );
}

const ownerOf = ({ endUser }: Integration) => (endUser === null ? "workspace" : "user");

/** The source of an installed integration, to be read again; null where it was added as a document. */
export function sourceOf(integration: Pick<Integration, "source"> | undefined): IntegrationSource | null {
  const { definitionId, url, kind } = integration?.source ?? {};
  if (definitionId !== undefined) return { kind: "definition", definitionId };
  const known = kinds.find((one) => one === kind);
  return url === undefined || known === undefined ? null : { kind: known, url };
}

const kinds = ["openapi", "graphql", "mcp"] as const;
