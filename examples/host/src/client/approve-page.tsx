import { MachineApproval } from "@service/react";
import type { Route } from "./route.js";

interface ApprovePageProps {
  readonly route: Route;
  readonly go: (change: Partial<Route>) => void;
}

/** Where a person lands whose machine has shown them a code. The code of the address is looked up; approving is theirs to do. */
export function ApprovePage({ route, go }: ApprovePageProps) {
  return (
    <main className="approve">
      <div>
        <MachineApproval code={route.code} />
      </div>
      <button type="button" onClick={() => go({ page: "settings", section: "machines" })}>
        All connected machines
      </button>
    </main>
  );
}
