import { useEffect, useId, useRef, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { Root } from "../root.js";
import type { InstallDialogViewProps } from "./install-step.js";
import { InstallReview } from "./install-review.js";
import { KeyCheck } from "./key-check.js";
import { SourceChoice } from "./source-choice.js";

/**
 * A dialog that lists the agent's new tools before it adds them. It keeps the focus inside, and returns it when it
 * closes.
 */
export function InstallDialogView(props: InstallDialogViewProps): ReactNode {
  const { definitions, anySource = false, step, keyOf, onCheck, onCheckAgain, onInstall, onBack, onClose } = props;
  const words = useIntegrationStrings();
  const strings = words.dialog;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const heading = useFocusAtChange(step.name === "review");
  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    // A test's page without dialogs shows it in place.
    if (!("showModal" in element)) {
      (element as HTMLElement).setAttribute("open", "");
      return undefined;
    }
    element.showModal();
    // Closed before it unmounts, so that the browser returns the focus.
    return () => element.close();
  }, []);
  return (
    <Root className="sv-integration-dialog-root">
      <dialog
        ref={dialog}
        className="sv-integration-dialog"
        aria-labelledby={titleId}
        onCancel={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <h2 id={titleId} ref={heading} tabIndex={-1} className="sv-integration-title">
          {keyOf
            ? words.addKeyTo(visibleText(keyOf.displayName))
            : step.name === "review"
              ? strings.titleOf(visibleText(step.preview.title))
              : strings.title}
        </h2>
        {step.name === "review" ? (
          <InstallReview key={step.preview.revisionId} {...{ step, keyOf, onCheckAgain, onInstall, onBack }} />
        ) : keyOf ? (
          <KeyCheck
            {...{ keyOf, onCheckAgain, onClose }}
            error={step.name === "choose" ? step.error : undefined}
            isChecking={step.name === "checking"}
          />
        ) : (
          <SourceChoice
            {...{ definitions, anySource, onCheck, onClose }}
            error={step.name === "choose" ? step.error : undefined}
            isChecking={step.name === "checking"}
          />
        )}
      </dialog>
    </Root>
  );
}

/** The focused element disappears with its step: the heading of the next one takes the focus and is read out. */
function useFocusAtChange(isReview: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(isReview);
  useEffect(() => {
    if (shown.current === isReview) return;
    shown.current = isReview;
    heading.current?.focus();
  }, [isReview]);
  return heading;
}
