import type { ReactNode } from "react";
import { ConfirmQuestion } from "./confirm-question.js";
import { Icon } from "./icons.js";
import { RecordMenu } from "./record-menu.js";
import { useAsking } from "./use-asking.js";

interface MenuRemovalProps {
  /** The menu's words; with the record's name, and the button's tooltip. */
  readonly menu: Pick<Parameters<typeof RecordMenu>[0], "label" | "title">;
  readonly label: string;
  readonly isPending: boolean;
  readonly question: string;
  readonly confirm: string;
  readonly keep: string;
  /** Called once the person confirmed; not offered without it. A failure is the list's to show. */
  readonly onRemove: (() => unknown) | undefined;
}

/** The menu of a record that can only be removed, and the question before it is. */
export function useMenuRemoval(props: MenuRemovalProps): { readonly menu: ReactNode; readonly question: ReactNode } {
  const { menu, label, isPending, question, confirm, keep, onRemove } = props;
  const { isAsking, ask, leave, button } = useAsking();
  if (!onRemove) return { menu: null, question: null };
  if (isAsking) {
    const asked = <ConfirmQuestion {...{ question, confirm, keep }} onConfirm={onRemove} onLeave={leave} />;
    return { menu: null, question: asked };
  }
  const actions = [{ label, icon: "trash", tone: "danger", onPress: ask }] as const;
  return { menu: <RecordMenu {...menu} {...{ actions, button }} isBusy={isPending} />, question: null };
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
