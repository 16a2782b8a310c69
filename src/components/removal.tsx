import type { ReactNode } from "react";
import { ConfirmQuestion } from "./confirm-question.js";
import { Icon } from "./icons.js";
import { useAsking, type Asking } from "./use-asking.js";

interface HeadRemovalProps extends Omit<RemovalProps, "isIcon" | "onRemove"> {
  /** Not offered without it. */
  readonly onRemove: RemovalProps["onRemove"] | undefined;
}

/** The button of a record that can only be removed, for its head, and the question before it is. */
export function useHeadRemoval(props: HeadRemovalProps): { readonly menu: ReactNode; readonly question: ReactNode } {
  const { label, accessibleLabel, isPending, question, confirm, keep, onRemove } = props;
  const { isAsking, ask, leave, button } = useAsking();
  if (!onRemove) return { menu: null, question: null };
  if (isAsking) {
    const asked = <ConfirmQuestion {...{ question, confirm, keep }} onConfirm={onRemove} onLeave={leave} />;
    return { menu: null, question: asked };
  }
  const menu = (
    <span className="sv-record-menu">
      <RemoveButton {...{ label, accessibleLabel, isPending, button, ask }} isIcon />
    </span>
  );
  return { menu, question: null };
}

interface RemovalProps {
  readonly label: string;
  /** Whether the button shows an icon, with the label as its tooltip. */
  readonly isIcon?: boolean | undefined;
  /** The button's name for screen readers, with the record's name. @default label */
  readonly accessibleLabel?: string | undefined;
  readonly isPending: boolean;
  readonly question: string;
  readonly confirm: string;
  readonly keep: string;
  /** Called once the person confirmed. A failure is the list's to show. */
  readonly onRemove: () => unknown;
}

/** A button that removes a record, and the question in its place before it does. */
export function Removal(props: RemovalProps): ReactNode {
  const { label, isIcon = false, accessibleLabel, isPending, question, confirm, keep, onRemove } = props;
  const { isAsking, ask, leave, button } = useAsking();
  if (isAsking) return <ConfirmQuestion {...{ question, confirm, keep }} onConfirm={onRemove} onLeave={leave} />;
  return <RemoveButton {...{ label, accessibleLabel, isPending, button, ask, isIcon }} />;
}

function RemoveButton(
  props: Pick<RemovalProps, "label" | "isIcon" | "accessibleLabel" | "isPending"> & Pick<Asking, "button" | "ask">,
): ReactNode {
  const { label, isIcon = false, accessibleLabel, isPending, button, ask } = props;
  return (
    <button
      type="button"
      ref={button}
      className={isIcon ? "sv-icon-button" : "sv-button sv-record-remove"}
      data-tone="danger"
      title={isIcon ? label : undefined}
      aria-label={accessibleLabel}
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : ask}
    >
      {isIcon ? <Icon name="trash" /> : label}
    </button>
  );
}
