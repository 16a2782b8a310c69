import type {
  Integration,
  IntegrationCredential,
  IntegrationDefinition,
  IntegrationPreview,
  IntegrationSource,
} from "../../wire/protocol/integrations.js";

/** Step of an installation. */
export type InstallStep =
  | { readonly name: "choose"; readonly error?: Error | undefined }
  | { readonly name: "checking" }
  | {
      readonly name: "review";
      readonly preview: IntegrationPreview;
      /** The credential that the source was checked with. @default none */
      readonly credential?: IntegrationCredential | undefined;
      readonly isInstalling?: boolean | undefined;
      readonly error?: Error | undefined;
    };

/** Props of `InstallDialogView`. */
export interface InstallDialogViewProps {
  /** Integrations that the host offers. */
  readonly definitions: readonly IntegrationDefinition[];
  /** Whether an address may be entered. @default false */
  readonly anySource?: boolean | undefined;
  /** The step that is shown. */
  readonly step: InstallStep;
  /**
   * The installed integration to add a key to, which skips choosing a source.
   * @default none, which adds an integration
   */
  readonly keyOf?: Pick<Integration, "displayName" | "contentSha256" | "auth" | "tools"> | undefined;
  /** Previews the chosen source. */
  readonly onCheck: (source: IntegrationSource, credential?: IntegrationCredential) => void;
  /** Checks the same source again, with the credential that the user entered. */
  readonly onCheckAgain: (credential?: IntegrationCredential) => void;
  /** Installs the preview. */
  readonly onInstall: (toolIds: readonly string[], credential: IntegrationCredential | null) => void;
  /** Returns to the previous step. */
  readonly onBack: () => void;
  /** Closes the dialog. */
  readonly onClose: () => void;
}
