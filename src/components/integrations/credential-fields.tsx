import { useId, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import type { IntegrationAuth, IntegrationCredential } from "../../wire/protocol/integrations.js";

interface CredentialFieldsProps {
  readonly auth: IntegrationAuth;
  /** Whether the service can keep a credential. */
  readonly canKeep: boolean;
  /** How many tools may be added where no credential can be given. @default "all" */
  readonly offers?: "all" | "some" | "nothing" | undefined;
  /** Id of the words in place of the fields. */
  readonly reasonId?: string | undefined;
  readonly credential: IntegrationCredential | null;
  readonly onChange: (credential: IntegrationCredential | null) => void;
  readonly disabled: boolean;
}

/** How the agent signs in to the other system: by the host, by a key that is given here, or not at all. */
export function CredentialFields(props: CredentialFieldsProps): ReactNode {
  const { auth, canKeep, offers = "all", reasonId } = props;
  const strings = useIntegrationStrings().dialog;
  const hasSchemes = auth.schemes.length > 0;
  if (auth.providedByHost || (!hasSchemes && offers === "all")) {
    return <SignIn>{auth.providedByHost ? strings.providedByHost : strings.noneNeeded}</SignIn>;
  }
  if (hasSchemes && canKeep) {
    return (
      <fieldset className="sv-integration-auth">
        <legend className="sv-label">{strings.signIn}</legend>
        <SecretFields {...props} />
      </fieldset>
    );
  }
  return (
    <SignIn id={reasonId} isWarning>
      <span className="sv-part">{hasSchemes ? strings.cannotKeep : strings.cannotSignIn}</span>{" "}
      {offers !== "nothing" && <bdi className="sv-part">{strings.withoutKey}</bdi>}
    </SignIn>
  );
}

interface SignInProps {
  readonly id?: string | undefined;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

/** Words in place of the fields. */
function SignIn({ id, isWarning = false, children }: SignInProps): ReactNode {
  const strings = useIntegrationStrings().dialog;
  return (
    <fieldset className="sv-integration-auth" data-tone={isWarning ? "warn" : undefined}>
      <legend className="sv-label">{strings.signIn}</legend>
      <p id={id} className="sv-part">
        {children}
      </p>
    </fieldset>
  );
}

function SecretFields({ auth, credential, onChange, disabled }: CredentialFieldsProps): ReactNode {
  const strings = useIntegrationStrings().dialog;
  const id = useId();
  const scheme = auth.schemes.find((one) => one.id === credential?.schemeId) ?? auth.schemes[0];
  if (scheme === undefined) return null;
  const { value = "", username = "" } = credential ?? {};
  const change = (patch: Partial<IntegrationCredential>) => {
    const next = { schemeId: scheme.id, value, ...(scheme.kind === "basic" && { username }), ...patch };
    onChange(next);
  };
  const hint = visibleText(scheme.description ?? "");
  return (
    <>
      {auth.schemes.length > 1 && (
        <>
          <label className="sv-label" htmlFor={`${id}scheme`}>
            {strings.scheme}
          </label>
          <select
            id={`${id}scheme`}
            className="sv-input"
            value={scheme.id}
            disabled={disabled}
            onChange={({ target }) => onChange({ schemeId: target.value, value: "" })}
          >
            {auth.schemes.map((one) => (
              <option key={one.id} className="sv-part" value={one.id}>
                {strings.schemes[one.kind]}
              </option>
            ))}
          </select>
        </>
      )}
      {scheme.kind === "basic" && (
        <>
          <label className="sv-label" htmlFor={`${id}name`}>
            {strings.username}
          </label>
          <input
            id={`${id}name`}
            className="sv-input"
            autoComplete="off"
            value={username}
            disabled={disabled}
            onChange={({ target }) => change({ username: target.value })}
          />
        </>
      )}
      <label className="sv-label" htmlFor={`${id}secret`}>
        {strings.secrets[scheme.kind]}
      </label>
      <input
        id={`${id}secret`}
        type="password"
        className="sv-input"
        // Keeps the browser from filling in a saved sign-in.
        autoComplete="new-password"
        aria-describedby={`${id}help`}
        value={value}
        disabled={disabled}
        onChange={({ target }) => change({ value: target.value })}
      />
      <p id={`${id}help`} className="sv-help">
        {[hint, strings.secretHelp, !auth.required && strings.secretOptional].filter(Boolean).join(" ")}
      </p>
    </>
  );
}
