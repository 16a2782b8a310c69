import { useId, useState, type FormEvent, type ReactNode } from "react";
import { Form } from "../form.js";
import { visibleText } from "../../foundation/visible-text.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import type { IntegrationCredential } from "../../wire/protocol/integrations.js";
import { Details } from "../details.js";
import { CredentialFields } from "./credential-fields.js";
import { DialogFoot } from "./dialog-foot.js";
import type { InstallDialogViewProps, InstallStep } from "./install-step.js";
import { ToolChoice } from "./tool-choice.js";
import { addable } from "./tool-groups.js";

interface InstallReviewProps extends Pick<InstallDialogViewProps, "keyOf" | "onCheckAgain" | "onInstall" | "onBack"> {
  readonly step: InstallStep & { readonly name: "review" };
}

/** The most tools that one integration may have; a service refuses more. */
const mostTools = 128;

/** The choice of tools and the credential, and whether they may be sent. */
function useReview({ step, keyOf, onInstall }: InstallReviewProps) {
  const { preview, isInstalling = false, error } = step;
  const { tools, auth, keepsCredentials } = preview;
  const canGiveKey = keepsCredentials && auth.schemes.length > 0;
  const offered = addable(preview);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => {
    const wanted = keyOf ? offered.filter(({ id }) => keyOf.tools.some((tool) => tool.id === id)) : offered;
    return new Set(wanted.slice(0, mostTools).map(({ id }) => id));
  });
  const [credential, setCredential] = useState(() => fitting(step));
  const given = keepsCredentials ? filled(credential) : undefined;
  const isFit = chosen.size > 0 && chosen.size <= mostTools && (!keyOf || given !== undefined);
  const canInstall = !isInstalling && !isOutdated(error) && isFit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ids = tools.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
    if (canInstall) onInstall(ids, given ?? null);
  };
  const offers = countOffers(keyOf && !canGiveKey ? 0 : offered.length, tools.length);
  return { offered, offers, chosen, setChosen, credential, setCredential, given, canInstall, submit };
}

/** The preview: the requests' target, the agent's tools, the sign-in. */
export function InstallReview(props: InstallReviewProps): ReactNode {
  const { step, keyOf } = props;
  const { preview, isInstalling = false } = step;
  const { tools, auth, warnings, keepsCredentials, baseUrl, installed } = preview;
  const strings = useIntegrationStrings().dialog;
  const reasonId = useId();
  const review = useReview(props);
  const { offered, offers, chosen } = review;
  // The person has reviewed the same tools before.
  const isKnown = keyOf?.contentSha256 === preview.contentSha256;
  return (
    <Form className="sv-integration-body" onSubmit={review.submit} aria-busy={isInstalling || undefined}>
      <p className="sv-part">
        {/* One isolate: in a page of the other direction the second sentence still follows the first. */}
        <span className="sv-part" dir="auto">
          <span className="sv-part">{strings.callsGoTo(hostOf(baseUrl))}</span>{" "}
          {installed && !keyOf && (
            <span className="sv-part" dir="auto">
              {strings.replaces}
            </span>
          )}
        </span>
      </p>
      {keyOf && !isKnown && (
        <p className="sv-part">
          <bdi className="sv-part">{strings.toolsChanged}</bdi>
        </p>
      )}
      {!isKnown && (
        <>
          <ToolChoice {...{ tools, offered, chosen }} onChange={review.setChosen} disabled={isInstalling} />
          <Warnings warnings={warnings} />
        </>
      )}
      <CredentialFields
        {...{ auth, offers, reasonId }}
        canKeep={keepsCredentials}
        credential={review.credential}
        onChange={review.setCredential}
        disabled={isInstalling}
      />
      <Buttons {...props} {...review} reasonId={offers === "nothing" ? reasonId : undefined} />
    </Form>
  );
}

type ButtonsProps = Omit<InstallReviewProps, "onInstall"> &
  Pick<ReturnType<typeof useReview>, "chosen" | "given" | "canInstall"> & {
    /** Id of the words that explain why nothing can be added. */
    readonly reasonId: string | undefined;
  };

function Buttons({ step, keyOf, chosen, given, canInstall, reasonId, onBack, onCheckAgain }: ButtonsProps): ReactNode {
  const { dialog: strings, addKey } = useIntegrationStrings();
  const errorText = useErrorText();
  const add = keyOf ? addKey : strings.install(chosen.size);
  const { error, isInstalling = false } = step;
  const failure = error && (isOutdated(error) ? strings.changed : strings.installFailed(errorText(error)));
  return (
    <DialogFoot failure={failure ?? null}>
      <button type="button" className="sv-button" onClick={onBack}>
        {keyOf ? strings.cancel : strings.back}
      </button>
      {isOutdated(error) ? (
        <button type="button" className="sv-button" data-variant="primary" onClick={() => onCheckAgain(given)}>
          {strings.checkAgain}
        </button>
      ) : (
        <button
          type="submit"
          className="sv-button"
          data-variant="primary"
          aria-disabled={!canInstall || undefined}
          aria-describedby={reasonId}
        >
          {isInstalling ? strings.installing : add}
        </button>
      )}
    </DialogFoot>
  );
}

function countOffers(offered: number, all: number): "all" | "some" | "nothing" {
  return offered === 0 ? "nothing" : offered < all ? "some" : "all";
}

/** Tools of the source that cannot be added. */
function Warnings({ warnings }: Pick<InstallReviewProps["step"]["preview"], "warnings">): ReactNode {
  const strings = useIntegrationStrings().dialog;
  if (warnings.length === 0) return null;
  return (
    <Details summary={strings.warnings}>
      <ul className="sv-part">
        {warnings.map((warning) => (
          <li key={warning} className="sv-part">
            {visibleText(warning)}
          </li>
        ))}
      </ul>
    </Details>
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
