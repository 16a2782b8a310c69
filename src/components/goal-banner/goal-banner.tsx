import { forwardRef } from "react";
import { useGoal } from "../../hooks/use-goal.js";
import { useIdentityKey } from "../../hooks/use-identity.js";
import type { RootProps } from "../root.js";
import { GoalBannerView } from "./goal-banner-view.js";

/** Props of `GoalBanner`. */
export interface GoalBannerProps extends RootProps {
  /** The id of the session; null or undefined while it is not known yet. */
  readonly sessionId: string | null | undefined;
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Shows the goal without its actions, such as for a session that has ended. @default false */
  readonly readOnly?: boolean | undefined;
  /** Called when the goal is cleared, here or elsewhere, while the focus is in the banner: move the focus elsewhere. */
  readonly onCleared?: (() => void) | undefined;
}

/** The goal of a session, anywhere under the provider. Renders nothing if there is no goal. */
export const GoalBanner = forwardRef<HTMLElement, GoalBannerProps>(function GoalBanner(
  { sessionId, workspaceId, readOnly = false, onCleared, ...dom },
  ref,
) {
  const { goal, pending, refused, edit, pause, resume, clear, clearRefused } = useGoal(sessionId, { workspaceId });
  return (
    <GoalBannerView
      key={`${useIdentityKey()} ${sessionId}`}
      {...dom}
      ref={ref}
      goal={goal}
      pending={pending}
      refused={refused}
      onEdit={readOnly ? undefined : edit}
      onPause={readOnly ? undefined : pause}
      onResume={readOnly ? undefined : resume}
      onClear={readOnly ? undefined : clear}
      onDismiss={clearRefused}
      onCleared={onCleared}
    />
  );
});
