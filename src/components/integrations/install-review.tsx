import { useId, useState, type FormEvent, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import type { IntegrationCredential } from "../../wire/protocol/integrations.js";
import { CredentialFields } from "./credential-fields.js";
import type { InstallDialogViewProps, InstallStep } from "./install-step.js";
import { ToolChoice } from "./tool-choice.js";
import { addable } from "./tool-groups.js";

interface InstallReviewProps extends Pick<InstallDialogViewProps, "onCheckAgain" | "onInstall" | "onBack"> {
  readonly step: InstallStep & { readonly name: "review" };
}

/** The most tools that one integration may have; a service refuses more. */
const mostTools = 128;

/** The preview: the requests' target, the agent's tools, the sign-in. */
export function InstallReview({ step, onCheckAgain, onInstall, onBack }: InstallReviewProps): ReactNode {
  const { preview, isInstalling = false, error } = step;
  const { tools, auth, warnings, keepsCredentials, baseUrl, installed } = preview;
  const offered = addable(preview);
  const offers = offered.length === 0 ? "nothing" : offered.length < tools.length ? "some" : "all";
  const reasonId = useId();
  const strings = useIntegrationStrings().dialog;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(offered.slice(0, mostTools).map(({ id }) => id)),
  );
  const [credential, setCredential] = useState(() => fitting(step));
  const isChanged = isOutdated(error);
  const canInstall = !isInstalling && !isChanged && chosen.size > 0 && chosen.size <= mostTools;
  const given = keepsCredentials ? filled(credential) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ids = tools.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
    if (canInstall) onInstall(ids, given ?? null);
  };
  return (
    <form className="sv-integration-body" onSubmit={submit} aria-busy={isInstalling || undefined}>
      <p className="sv-part">
        {strings.callsGoTo(hostOf(baseUrl))} {installed && strings.replaces}
      </p>
      <ToolChoice tools={tools} offered={offered} chosen={chosen} onChange={setChosen} disabled={isInstalling} />
      <Warnings warnings={warnings} />
      <CredentialFields
        auth={auth}
        canKeep={keepsCredentials}
        offers={offers}
        reasonId={reasonId}
        credential={credential}
        onChange={setCredential}
        disabled={isInstalling}
      />
      <Failure error={error} />
      <p className="sv-record-buttons">
        <button type="button" className="sv-button" onClick={onBack}>
          {strings.back}
        </button>
        {isChanged ? (
          <button type="button" className="sv-button" data-variant="primary" onClick={() => onCheckAgain(given)}>
            {strings.checkAgain}
          </button>
        ) : (
          <button
            type="submit"
            className="sv-button"
            data-variant="primary"
            aria-disabled={!canInstall || undefined}
            aria-describedby={offers === "nothing" ? reasonId : undefined}
          >
            {isInstalling ? strings.installing : strings.install(chosen.size)}
          </button>
        )}
      </p>
    </form>
  );
}

/** What the source has that cannot be added. */
function Warnings({ warnings }: Pick<InstallReviewProps["step"]["preview"], "warnings">): ReactNode {
  const strings = useIntegrationStrings().dialog;
  if (warnings.length === 0) return null;
  return (
    <details className="sv-integration-warnings">
      <summary className="sv-part">{strings.warnings}</summary>
      <ul className="sv-part">
        {warnings.map((warning) => (
          <li key={warning} className="sv-part">
            {visibleText(warning)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Failure({ error }: Pick<InstallReviewProps["step"], "error">): ReactNode {
  const strings = useIntegrationStrings().dialog;
  const errorText = useErrorText();
  if (!error) return null;
  return (
    <p className="sv-integration-alert" role="alert">
      {isOutdated(error) ? strings.changed : strings.installFailed(errorText(error))}
    </p>
  );
}

/** Whether the source has changed since its preview. */
function isOutdated(error: Error | undefined): boolean {
  return (error as { code?: string } | undefined)?.code === "INTEGRATION_CHANGED";
}

function filled(credential: IntegrationCredential | null): IntegrationCredential | undefined {
  return credential === null || credential.value === "" ? undefined : credential;
}

/** The credential of the check, where the source takes it for calls too. */
function fitting({ preview, credential }: InstallReviewProps["step"]): IntegrationCredential | null {
  const isFit = preview.auth.schemes.some(({ id }) => id === credential?.schemeId);
  return isFit && credential !== undefined ? credential : null;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : visibleText(url);
}
