import type {
  IntegrationCredential,
  IntegrationDefinition,
  IntegrationPreview,
  IntegrationSource,
} from "../../wire/protocol/integrations.js";

/** Where an installation is. */
export type InstallStep =
  | { readonly name: "choose"; readonly error?: Error | undefined }
  | { readonly name: "checking" }
  | {
      readonly name: "review";
      readonly preview: IntegrationPreview;
      readonly isInstalling?: boolean | undefined;
      readonly error?: Error | undefined;
    };

export interface InstallDialogViewProps {
  readonly definitions: readonly IntegrationDefinition[];
  /** Whether an address may be entered. @default false */
  readonly anySource?: boolean | undefined;
  readonly step: InstallStep;
  readonly onCheck: (source: IntegrationSource, credential?: IntegrationCredential) => void;
  /** Reads the same source once more. */
  readonly onCheckAgain: () => void;
  readonly onInstall: (toolIds: readonly string[], credential: IntegrationCredential | null) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}
