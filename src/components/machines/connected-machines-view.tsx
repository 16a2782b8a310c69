import { forwardRef } from "react";
import { useMachineStrings } from "../../hooks/use-machine-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import type { Machines } from "../../hooks/use-machines.js";
import { visibleText } from "../../foundation/visible-text.js";
import { useSpokenWrites } from "../use-spoken-writes.js";
import { joinClasses } from "../class-names.js";
import { RecordSection, type RecordListRootProps } from "../record-section.js";
import { useMinute } from "../use-minute.js";
import { MachineCommand } from "./machine-command.js";
import { MachineRow } from "./machine-row.js";

type Listed = Pick<Machines, "machines"> & Partial<Pick<Machines, "isLoading" | "error" | "pending" | "refused">>;

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

/** A list of connected machines, each with its state, its folder and the permissions of the agent. */
export const ConnectedMachinesView = forwardRef<HTMLElement, ConnectedMachinesViewProps>(
  function ConnectedMachinesView(props, ref) {
    const { machines, isLoading, error, pending, refused, onRevoke, onRetry, onDismiss, ...rest } = props;
    const strings = useMachineStrings();
    const errorText = useErrorText();
    const spoken = useSpokenWrites({
      pending,
      refused,
      done: (_, target) => {
        const removed = machines.find(({ id }) => id === target);
        return removed ? strings.removedSpoken(visibleText(removed.name)) : "";
      },
    });
    const { command = strings.command, className, ...dom } = rest;
    const now = useMinute();
    return (
      <RecordSection
        {...dom}
        words={strings}
        icon="terminal"
        isLoading={isLoading}
        isEmpty={machines.length === 0}
        error={error}
        spoken={spoken}
        refusal={refused && strings.removeFailed(errorText(refused.error))}
        onRetry={onRetry}
        onDismiss={onDismiss}
        hint={<MachineCommand command={command} />}
        ref={ref}
        className={joinClasses("sv-machines", className)}
      >
        {machines.length > 0 && (
          <ul className="sv-record-rows">
            {machines.map((machine) => (
              <MachineRow
                key={machine.id}
                machine={machine}
                now={now}
                isPending={pending?.has(machine.id) === true}
                onRevoke={onRevoke}
              />
            ))}
          </ul>
        )}
        {machines.length > 0 && onRevoke && (
          <div className="sv-machines-another">
            <p className="sv-part">{strings.connectAnother}</p>
            <MachineCommand command={command} />
          </div>
        )}
      </RecordSection>
    );
  },
);
