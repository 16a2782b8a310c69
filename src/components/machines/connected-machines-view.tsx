import { forwardRef, useEffect, useRef } from "react";
import { useMachineStrings } from "../../hooks/use-machine-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import type { Machines } from "../../hooks/use-machines.js";
import { visibleText } from "../../foundation/visible-text.js";
import { useSpokenWrites } from "../use-spoken-writes.js";
import { joinClasses } from "../class-names.js";
import { RecordSection, type RecordListRootProps } from "../record-section.js";
import { useMinute } from "../use-minute.js";
import { MachineCommand } from "./machine-command.js";
import { ApprovedRow, MachineRow } from "./machine-row.js";

type Read = Pick<Machines, "approved" | "isLoading" | "error" | "pending" | "refused">;
type Listed = Pick<Machines, "machines"> & Partial<Read>;

/** Props of `ConnectedMachinesView`. */
export interface ConnectedMachinesViewProps extends RecordListRootProps, Listed {
  /**
   * The command that connects a machine, with the address of your service. Users type it on the machine.
   * @default the catalogue's, without one
   */
  readonly command?: string | undefined;
  /** Removes a machine. @default not offered */
  readonly onRevoke?: Machines["revoke"] | undefined;
  /** Reloads the list. */
  readonly onRetry?: (() => void) | undefined;
  /** Dismisses the message about a failed removal. */
  readonly onDismiss?: (() => void) | undefined;
}

const none: Machines["approved"] = [];

/** Announces an approved machine once it is in the list. */
function useSpokenConnection(approved: Machines["approved"], say: (words: string) => void): void {
  const strings = useMachineStrings();
  const awaited = useRef(new Set<string>());
  useEffect(() => {
    for (const { code, name: its, state } of approved) {
      if (state !== "connected") awaited.current.add(code);
      else if (awaited.current.delete(code)) say(strings.connectedSpoken(visibleText(its)));
    }
  }, [approved, strings, say]);
}

/** A list of connected machines, each with its state, its folder and the permissions of the agent. */
export const ConnectedMachinesView = forwardRef<HTMLElement, ConnectedMachinesViewProps>(
  function ConnectedMachinesView(props, ref) {
    const { machines, approved = none, isLoading, error, pending, refused, ...rest } = props;
    const strings = useMachineStrings();
    const errorText = useErrorText();
    const [spoken, say] = useSpokenWrites({
      pending,
      refused,
      done: (_, target) => {
        const removed = machines.find(({ id }) => id === target);
        return removed ? strings.removedSpoken(visibleText(removed.name)) : "";
      },
    });
    const { command = strings.command, className, onRevoke, onRetry, onDismiss, ...dom } = rest;
    const now = useMinute();
    useSpokenConnection(approved, say);
    const awaited = approved.filter(({ id, state }) => id === null && state !== "connected");
    const isConnecting = (id: string) => approved.some((one) => one.id === id && one.state === "connecting");
    const isEmpty = machines.length === 0 && awaited.length === 0;
    return (
      <RecordSection
        {...dom}
        words={strings}
        icon="terminal"
        isLoading={isLoading}
        isEmpty={isEmpty}
        hasRecords={machines.length > 0}
        error={error}
        spoken={spoken}
        refusal={refused && strings.removeFailed(errorText(refused.error))}
        onRetry={onRetry}
        onDismiss={onDismiss}
        hint={<MachineCommand command={command} />}
        ref={ref}
        className={joinClasses("sv-machines", className)}
      >
        {!isEmpty && (
          <ul className="sv-record-rows">
            {awaited.map((machine) => (
              <ApprovedRow key={machine.code} machine={machine} />
            ))}
            {machines.map((machine) => (
              <MachineRow
                key={machine.id}
                machine={machine}
                now={now}
                isPending={pending?.has(machine.id) === true}
                isConnecting={isConnecting(machine.id)}
                onRevoke={onRevoke}
              />
            ))}
          </ul>
        )}
        {machines.length > 0 && onRevoke && (
          <div className="sv-machines-another">
            <p className="sv-part">
              <bdi className="sv-part">{strings.connectAnother}</bdi>
            </p>
            <MachineCommand command={command} />
          </div>
        )}
      </RecordSection>
    );
  },
);
