import { useRef, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useMachineStrings } from "../../hooks/use-machine-strings.js";
import type { Machines } from "../../hooks/use-machines.js";
import { useLocale } from "../../hooks/use-strings.js";
import { formatAgo } from "../../strings/format-ago.js";
import { ConfirmQuestion } from "../confirm-question.js";

type Machine = Machines["machines"][number];

interface MachineRowProps {
  readonly machine: Machine;
  /** Null until the reader's clock is known. */
  readonly now: number | null;
  readonly isPending: boolean;
  readonly onRevoke: Machines["revoke"] | undefined;
}

/** One machine of a list. */
export function MachineRow({ machine, now, isPending, onRevoke }: MachineRowProps): ReactNode {
  const strings = useMachineStrings();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { name, folder, abilities, state, endUser } = machine;
  const leave = () => {
    setAsking(false);
    // Drawn again first: the button takes the place of the question.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <li className="sv-machine" data-machine={machine.id} data-state={state} aria-busy={isPending || undefined}>
      <div className="sv-machine-head">
        <h3 className="sv-machine-name" dir="auto">
          {visibleText(name)}
        </h3>
        <MachineState machine={machine} now={now} />
        {endUser === null && <span className="sv-machine-badge">{strings.shared}</span>}
      </div>
      <p className="sv-machine-fact">{strings.folder(visibleText(folder))}</p>
      <p className="sv-machine-fact">{strings.may(abilities.map((ability) => strings.abilities[ability]))}</p>
      {onRevoke && isAsking && (
        <ConfirmQuestion
          className="sv-machine-question"
          question={strings.removeQuestion(visibleText(name))}
          confirm={strings.removeConfirm}
          keep={strings.keep}
          // The list shows the error.
          onConfirm={() => void onRevoke(machine.id).catch(() => undefined)}
          onLeave={leave}
        />
      )}
      {onRevoke && !isAsking && (
        <button
          type="button"
          ref={button}
          className="sv-button sv-machine-remove"
          aria-label={strings.removeNamed(visibleText(name))}
          aria-disabled={isPending || undefined}
          onClick={isPending ? undefined : () => setAsking(true)}
        >
          {strings.remove}
        </button>
      )}
    </li>
  );
}

function MachineState({ machine, now }: Pick<MachineRowProps, "machine" | "now">): ReactNode {
  const strings = useMachineStrings();
  const { locale } = useLocale();
  const { state, lastSeenAt } = machine;
  if (state === "connected") {
    return (
      <span className="sv-machine-badge" data-tone="good">
        {strings.connected}
      </span>
    );
  }
  if (lastSeenAt === null) return <span className="sv-machine-badge">{strings.neverConnected}</span>;
  if (now === null) return null;
  return (
    <span className="sv-machine-badge">{strings.away(formatAgo(new Date(lastSeenAt), new Date(now), locale))}</span>
  );
}
