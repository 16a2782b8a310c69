import type { ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useMachineStrings } from "../../hooks/use-machine-strings.js";
import type { Machines } from "../../hooks/use-machines.js";
import { useLocale } from "../../hooks/use-strings.js";
import { formatAgo } from "../../strings/format-ago.js";
import { Icon } from "../icons.js";
import { FolderLine } from "./folder-line.js";
import { RecordHeading } from "../record-heading.js";
import { RecordHead } from "../record-menu.js";
import { useHeadRemoval } from "../removal.js";

type Machine = Machines["machines"][number];

interface MachineRowProps {
  readonly machine: Machine;
  /** Null until the reader's clock is known. */
  readonly now: number | null;
  readonly isPending: boolean;
  /** Whether it was just approved. */
  readonly isConnecting: boolean;
  readonly onRevoke: Machines["revoke"] | undefined;
}

/** One machine of a list. */
export function MachineRow({ machine, now, isPending, isConnecting, onRevoke }: MachineRowProps): ReactNode {
  const strings = useMachineStrings();
  const { state, endUser } = machine;
  const name = visibleText(machine.name);
  const removal = useHeadRemoval({
    label: strings.remove,
    accessibleLabel: strings.removeNamed(name),
    isPending,
    question: strings.removeQuestion(name),
    confirm: strings.removeConfirm,
    keep: strings.keep,
    // The list shows the error.
    onRemove: onRevoke && (() => void onRevoke(machine.id).catch(() => undefined)),
  });
  return (
    <li
      className="sv-record sv-machine"
      data-machine={machine.id}
      data-state={state}
      aria-busy={isPending || undefined}
    >
      <RecordHead menu={removal.menu}>
        <RecordHeading dir="auto">{name}</RecordHeading>
        {isConnecting ? <Connecting /> : <MachineState machine={machine} now={now} />}
        {endUser === null && <span className="sv-record-badge">{strings.shared}</span>}
      </RecordHead>
      <MachineFacts machine={machine} />
      {removal.question}
    </li>
  );
}

/** A machine that was approved and is not in the list yet. */
export function ApprovedRow({ machine }: { readonly machine: Machines["approved"][number] }): ReactNode {
  const strings = useMachineStrings();
  const isLate = machine.state === "late";
  return (
    <li className="sv-record sv-machine" data-state={isLate ? "late" : "connecting"}>
      <RecordHead menu={null}>
        <RecordHeading dir="auto">{visibleText(machine.name)}</RecordHeading>
        {isLate ? (
          <span className="sv-record-badge" data-tone="warn">
            {strings.notConnecting}
          </span>
        ) : (
          <Connecting />
        )}
      </RecordHead>
      <MachineFacts machine={machine} />
      {isLate && <p className="sv-record-fact">{strings.notConnectingHelp}</p>}
    </li>
  );
}

function Connecting(): ReactNode {
  const strings = useMachineStrings();
  return (
    <span className="sv-record-badge sv-machine-connecting">
      <Icon name="spinner" />
      <span className="sv-part">{strings.connecting}</span>
    </span>
  );
}

function MachineFacts({ machine }: { readonly machine: Pick<Machine, "folder" | "abilities"> }): ReactNode {
  const strings = useMachineStrings();
  return (
    <>
      <p className="sv-record-fact">
        <FolderLine folder={machine.folder} />
      </p>
      <p className="sv-record-fact">
        <bdi className="sv-part">{strings.may(machine.abilities.map((ability) => strings.abilities[ability]))}</bdi>
      </p>
    </>
  );
}

function MachineState({ machine, now }: Pick<MachineRowProps, "machine" | "now">): ReactNode {
  const strings = useMachineStrings();
  const { locale } = useLocale();
  const { state, lastSeenAt } = machine;
  if (state === "connected") {
    return (
      <span className="sv-record-badge" data-tone="good">
        {strings.connected}
      </span>
    );
  }
  if (lastSeenAt === null) return <span className="sv-record-badge">{strings.neverConnected}</span>;
  if (now === null) return null;
  return (
    <span className="sv-record-badge">{strings.away(formatAgo(new Date(lastSeenAt), new Date(now), locale))}</span>
  );
}
