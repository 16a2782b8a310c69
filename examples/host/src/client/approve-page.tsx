import type { ReactNode } from "react";
import { MachineApproval } from "@service/react";
import { Link } from "./link.js";
import type { Route } from "./route.js";
import { machines } from "./settings/machines.js";
import { SettingsNav } from "./settings-nav.js";
import { PageHead, SideBar } from "./side-bar.js";

interface ApprovePageProps {
  readonly route: Route;
  readonly account: ReactNode;
}

/** Where a person lands whose machine has shown them a code. The code of the address is looked up; approving is theirs to do. */
export function ApprovePage({ route, account }: ApprovePageProps) {
  return (
    <>
      <SideBar label="Settings" account={account}>
        <SettingsNav current="machines" />
      </SideBar>
      <main id="content" className="setting" tabIndex={-1}>
        <PageHead title={machines.title} about={machines.about} />
        <div>
          <div className="approval">
            <MachineApproval code={route.code} />
            <Link to={{ page: "settings", section: "machines" }} className="button">
              All connected computers
            </Link>
          </div>
        </div>
      </main>
    </>
  );
}
