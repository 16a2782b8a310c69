// budget: one page in five states, which share its heading and its buttons
import { forwardRef, useEffect, useId, useRef, type FormEvent, type ReactNode } from "react";
import { Form } from "../form.js";
import { visibleText } from "../../foundation/visible-text.js";
import { useMachineStrings } from "../../hooks/use-machine-strings.js";
import type { Machines } from "../../hooks/use-machines.js";
import type { DeviceLookup } from "../../wire/protocol/machines.js";
import { joinClasses } from "../class-names.js";
import { Icon } from "../icons.js";
import { ListNotice } from "../list-notice.js";
import { ApprovalFault } from "./approval-fault.js";
import { FolderLine } from "./folder-line.js";
import { useEarlyText } from "../use-early-input.js";
import { Root, type RootProps } from "../root.js";

/** State of the page where a person approves a machine. */
export type ApprovalState =
  | { readonly is: "enter"; readonly fault?: "unknown" | "incomplete" | Error }
  | { readonly is: "checking" }
  | {
      readonly is: "ask";
      readonly machine: DeviceLookup;
      readonly isSaving?: boolean;
      readonly fault?: "unknown" | Error;
    }
  | {
      readonly is: "approved";
      readonly machine: DeviceLookup;
      /** Whether the machine has connected since; `before` when it was approved elsewhere. @default "connecting" */
      readonly link?: Machines["approved"][number]["state"] | "before";
      /** Whether an approval of `before` is being rejected. @default false */
      readonly isSaving?: boolean;
      /** Why it was not rejected; `unknown` when the machine has used it. @default none */
      readonly fault?: "unknown" | Error;
    }
  | { readonly is: "denied"; readonly machine: DeviceLookup };

/** Props of `MachineApprovalView`. */
export interface MachineApprovalViewProps extends RootProps {
  /** The state of the page. */
  readonly state: ApprovalState;
  /** The typed code. */
  readonly code: string;
  /** Called when the user edits the code. */
  readonly onCode: (code: string) => void;
  /** Looks up the typed code. */
  readonly onCheck: () => void;
  /** Approves the machine. */
  readonly onApprove: () => void;
  /** Denies the machine. */
  readonly onDeny: () => void;
  /** Starts again with another code. */
  readonly onAgain: () => void;
}

/** Asks for the code of a machine, then for permission to connect it. */
export const MachineApprovalView = forwardRef<HTMLElement, MachineApprovalViewProps>(
  function MachineApprovalView(props, ref) {
    const { state, code, onCode, onCheck, onApprove, onDeny, onAgain, className, ...dom } = props;
    const strings = useMachineStrings().approval;
    return (
      <Root
        aria-label={strings.title}
        {...dom}
        as="section"
        ref={ref}
        className={joinClasses("sv-record sv-machine-approval", className)}
        data-state={state.is}
      >
        {(state.is === "enter" || state.is === "checking") && <CodeForm {...{ state, code, onCode, onCheck }} />}
        {state.is === "ask" && <Question {...{ state, code, onApprove, onDeny, onAgain }} />}
        {(state.is === "approved" || state.is === "denied") && (
          // A new one when its button is removed, so that the heading has the focus again.
          <Done key={"fault" in state && state.fault === "unknown" ? "used" : "open"} {...{ state, onDeny }} />
        )}
      </Root>
    );
  },
);

type CodeFormProps = Pick<MachineApprovalViewProps, "code" | "onCode" | "onCheck"> & {
  readonly state: ApprovalState & { readonly is: "enter" | "checking" };
};

function CodeForm({ state, code, onCode, onCheck }: CodeFormProps): ReactNode {
  const strings = useMachineStrings().approval;
  const [fieldId, helpId, faultId] = [useId(), useId(), useId()];
  const isChecking = state.is === "checking";
  const fault = state.is === "enter" ? state.fault : undefined;
  const field = useRef<HTMLInputElement>(null);
  useEarlyText(field, code, onCode);
  // A wrong code is mended in its field; what failed for another reason is tried again with the button.
  useEffect(() => {
    if (state.is === "enter" && typeof state.fault === "string") field.current?.focus();
  }, [state]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChecking) onCheck();
  };
  return (
    <Form className="sv-records" onSubmit={submit} noValidate>
      <h2 className="sv-record-name sv-machine-title">{strings.title}</h2>
      <p className="sv-part">
        <bdi className="sv-part">{strings.enter}</bdi>
      </p>
      <label className="sv-machine-label" htmlFor={fieldId}>
        {strings.code}
      </label>
      <input
        ref={field}
        id={fieldId}
        className="sv-input sv-machine-code"
        dir="ltr"
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? helpId : `${faultId} ${helpId}`}
        readOnly={isChecking}
        onChange={({ target }) => onCode(target.value)}
      />
      <p id={helpId} className="sv-record-fact">
        {strings.codeHelp}
      </p>
      {fault !== undefined && (
        <ApprovalFault id={faultId} fault={fault} failed={(reason) => strings.checkFailed(reason)} />
      )}
      <button type="submit" className="sv-button" data-variant="primary" aria-disabled={isChecking || undefined}>
        {isChecking ? strings.checking : strings.next}
      </button>
    </Form>
  );
}

type QuestionProps = Pick<MachineApprovalViewProps, "code" | "onApprove" | "onDeny" | "onAgain"> & {
  readonly state: ApprovalState & { readonly is: "ask" };
};

function Question({ state, code, onApprove, onDeny, onAgain }: QuestionProps): ReactNode {
  const words = useMachineStrings();
  const strings = words.approval;
  const { machine, isSaving = false, fault } = state;
  const heading = useFocusedHeading();
  const press = (run: () => void) => (isSaving ? undefined : run);
  return (
    <div className="sv-records" aria-busy={isSaving || undefined}>
      <h2 className="sv-record-name sv-machine-title" ref={heading} tabIndex={-1}>
        <bdi className="sv-part">{strings.question(visibleText(machine.name))}</bdi>
      </h2>
      <p className="sv-machine-shown-code" dir="ltr">
        {visibleText(code)}
      </p>
      <p className="sv-part">
        <bdi className="sv-part">{strings.warning}</bdi>
      </p>
      <p className="sv-part">
        <FolderLine folder={machine.folder} />
      </p>
      <p className="sv-machine-will">
        <bdi className="sv-part">{strings.will}</bdi>
      </p>
      <ul className="sv-machine-can">
        {machine.abilities.map((ability) => (
          <li key={ability} className="sv-part" data-ability={ability}>
            <bdi className="sv-part">{strings.can[ability]}</bdi>
          </li>
        ))}
      </ul>
      {fault !== undefined && <ApprovalFault fault={fault} failed={(reason) => strings.failed(reason)} />}
      <div className="sv-record-buttons">
        <button type="button" className="sv-button" aria-disabled={isSaving || undefined} onClick={press(onDeny)}>
          {strings.deny}
        </button>
        <button
          type="button"
          className="sv-button"
          data-variant="primary"
          aria-disabled={isSaving || undefined}
          onClick={press(onApprove)}
        >
          {isSaving ? strings.saving : strings.approve}
        </button>
      </div>
      <button type="button" className="sv-link-button" onClick={press(onAgain)}>
        {strings.otherCode}
      </button>
    </div>
  );
}

type DoneProps = Pick<MachineApprovalViewProps, "onDeny"> & {
  readonly state: ApprovalState & { readonly is: "approved" | "denied" };
};

function Done({ state, onDeny }: DoneProps): ReactNode {
  const strings = useMachineStrings().approval;
  const heading = useFocusedHeading();
  return (
    <div className="sv-records">
      <h2 className="sv-record-name sv-machine-title" ref={heading} tabIndex={-1}>
        {state.is === "approved" ? strings.approvedTitle : strings.deniedTitle}
      </h2>
      {state.is === "denied" && (
        <p className="sv-part">
          <bdi className="sv-part">{strings.denied}</bdi>
        </p>
      )}
      {state.is === "approved" &&
        (state.link === "before" ? <Before {...{ state, onDeny }} /> : <Link state={state} />)}
    </div>
  );
}

type Approved = ApprovalState & { readonly is: "approved" };

/** An approval from before, which can be rejected until the machine has used it. */
function Before({ state, onDeny }: Pick<MachineApprovalViewProps, "onDeny"> & { readonly state: Approved }): ReactNode {
  const strings = useMachineStrings().approval;
  const { machine, isSaving = false, fault } = state;
  const name = visibleText(machine.name);
  if (fault === "unknown") return <ListNotice text={strings.usedMeanwhile(name)} />;
  return (
    <>
      <p className="sv-part">
        <bdi className="sv-part">{strings.approvedBefore(name)}</bdi>
      </p>
      {fault !== undefined && <ApprovalFault fault={fault} failed={(reason) => strings.failed(reason)} />}
      <div className="sv-record-buttons">
        <button
          type="button"
          className="sv-button"
          aria-disabled={isSaving || undefined}
          onClick={isSaving ? undefined : onDeny}
        >
          {isSaving ? strings.saving : strings.deny}
        </button>
      </div>
    </>
  );
}

const linkIcons = { connecting: "spinner", late: "alert", connected: "check" } as const;
const linkWords = { connecting: "connecting", late: "notConnecting", connected: "approved" } as const;

/** Whether the approved machine has connected. Changes are read out. */
function Link({ state: { machine, link } }: { readonly state: Approved }) {
  const strings = useMachineStrings().approval;
  const shown = link === undefined || link === "before" ? "connecting" : link;
  return (
    <output className="sv-machine-link" data-link={shown}>
      <Icon name={linkIcons[shown]} />
      <bdi className="sv-part">{strings[linkWords[shown]](visibleText(machine.name))}</bdi>
    </output>
  );
}

/** The focused control is gone: the heading of its replacement gets the focus and is read out. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
