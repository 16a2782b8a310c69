import { useRef } from "react";
import { isServiceError } from "../foundation/base-error.js";
import type { ComposerCore, ComposerCoreState } from "../conversation/drafts/composer-controller.js";
import type { Composer } from "../conversation/drafts/composer-types.js";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.js";

/** Clears the error of an action when the action is done or no longer needed, or when the connection is back. */
export function useEndedFault(core: ComposerCore, { error, failed }: ComposerCoreState, source: Composer): void {
  const { connection, isRunning, isPaused } = source;
  const last = useRef(connection);
  useBrowserLayoutEffect(() => {
    const isBack = connection === "live" && last.current !== "live";
    last.current = connection;
    if (error && (isNeedless(failed, { isRunning, isPaused }) || (isBack && isUnanswered(failed, error)))) {
      core.clearError();
    }
  }, [core, error, failed, connection, isRunning, isPaused]);
}

function isNeedless(failed: ComposerCoreState["failed"], now: Pick<Composer, "isRunning" | "isPaused">): boolean {
  if (failed === "stop") return now.isRunning !== true;
  if (failed === "pause") return now.isPaused === true;
  return failed === "resume" && now.isPaused !== true;
}

function isUnanswered(failed: ComposerCoreState["failed"], error: Error): boolean {
  return failed !== "send" && isServiceError(error) && "status" in error && error.status === 0;
}
