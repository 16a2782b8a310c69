import { forwardRef, useEffect, useState } from "react";
import type { DeviceLookup } from "../../wire/protocol/machines.js";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useMachines, type Machines, type UseMachinesOptions } from "../../hooks/use-machines.js";
import type { RootProps } from "../root.js";
import { MachineApprovalView, type ApprovalState } from "./machine-approval-view.js";

/** Props of `MachineApproval`. */
export interface MachineApprovalProps extends RootProps, Pick<UseMachinesOptions, "workspaceId"> {
  /** The code from the URL of the page. @default the user types it */
  readonly code?: string | null | undefined;
  /** The owner of the machine. `workspace` needs an admin. @default "user" */
  readonly owner?: "user" | "workspace" | undefined;
}

/** The page where a user approves a machine. It shows the code, the machine and the permissions of the agent. */
export const MachineApproval = forwardRef<HTMLElement, MachineApprovalProps>(function MachineApproval(props, ref) {
  return <OwnApproval key={`${useIdentityKey()} ${props.code ?? ""}`} {...props} ref={ref} />;
});

const OwnApproval = forwardRef<HTMLElement, MachineApprovalProps>(function OwnApproval(
  { workspaceId, code: given, owner = "user", ...view },
  ref,
) {
  const machines = useMachines({ workspaceId, enabled: false });
  const { state, code, type, check, decide, again } = useApproval(machines, given ?? "", owner);
  const here = machines.approved.find((one) => one.code === code)?.state;
  const link = here ?? (state.is === "approved" && state.link === "before" ? "before" : "late");
  // Read until the machine is in the list.
  useMachines({ workspaceId, enabled: state.is === "approved" && link !== "connected" && link !== "before" });
  return (
    <MachineApprovalView
      {...view}
      ref={ref}
      code={code}
      state={state.is === "approved" ? { ...state, link } : state}
      onCode={type}
      onCheck={check}
      onApprove={() => decide("approve")}
      onDeny={() => decide("deny")}
      onAgain={again}
    />
  );
});

function useApproval({ lookUp, approve, deny }: Machines, given: string, owner: "user" | "workspace") {
  const [code, setCode] = useState(given);
  const [state, setState] = useState<ApprovalState>({ is: given === "" ? "enter" : "checking" });

  async function look(asked: string, signal?: AbortSignal): Promise<void> {
    setState({ is: "checking" });
    try {
      const machine: DeviceLookup = await lookUp(asked, signal);
      setState(machine.state === "approved" ? { is: "approved", machine, link: "before" } : { is: "ask", machine });
    } catch (error) {
      if (signal?.aborted !== true) setState({ is: "enter", fault: faultOf(error) });
    }
  }

  useEffect(() => {
    if (given === "") return undefined;
    const left = new AbortController();
    void look(given, left.signal);
    return () => left.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- looked up once for the code of the address
  }, [given]);

  async function decide(decision: "approve" | "deny"): Promise<void> {
    if (state.is !== "ask" && !(state.is === "approved" && decision === "deny")) return;
    const { machine } = state;
    const open = state.is === "ask" ? { is: state.is, machine } : { is: state.is, machine, link: "before" as const };
    setState({ ...open, isSaving: true });
    try {
      await (decision === "approve" ? approve(code, owner) : deny(code));
      setState({ is: decision === "approve" ? "approved" : "denied", machine });
    } catch (error) {
      const fault = faultOf(error);
      setState(fault === "unknown" && open.is === "ask" ? { is: "enter", fault } : { ...open, fault });
    }
  }

  return {
    code,
    state,
    type: setCode,
    check: () => void (isWhole(code) ? look(code) : setState({ is: "enter", fault: "incomplete" })),
    decide: (decision: "approve" | "deny") => void decide(decision),
    again: () => {
      setCode("");
      setState({ is: "enter" });
    },
  };
}

/** Eight letters or digits, with any separators. */
function isWhole(code: string): boolean {
  return code.replaceAll(/[^\p{L}\p{N}]/gu, "").length === 8;
}

function faultOf(error: unknown): "unknown" | Error {
  if ((error as { readonly code?: unknown } | null)?.code === "code_unknown") return "unknown";
  return error instanceof Error ? error : new Error(String(error));
}
