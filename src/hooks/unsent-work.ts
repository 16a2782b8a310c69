/** Messages and files of one person that are on this page alone: the browser asks before the page is closed over them. */
import { useInsertionEffect } from "react";
import { systemClock } from "../foundation/clock.js";
import type { Disposable, IdentityScope } from "../identity/identity-scope.js";
import { browserUnload } from "./browser-unload.js";

interface UnsentWork extends Disposable {
  /**
   * Keeps a source of such work referenced while it has some.
   *
   * @param unsafeFrom time from which closing the page would lose it (ms since 1970); Infinity for nothing to lose
   */
  readonly note: (source: object, unsafeFrom: number) => void;
  /** The browser asks, while there is such work, until the returned function is called. */
  readonly watch: () => () => void;
}

/** Shared by the conversations and composers of one identity; forgotten with it. */
export function shareUnsentWork(scope: IdentityScope): UnsentWork {
  return scope.share("unsent-work", createUnsentWork);
}

function createUnsentWork(): UnsentWork {
  const sources = new Map<object, number>();
  let watchers = 0;
  let isOver = false;
  let stop: (() => void) | undefined;
  const isUnsafe = () => [...sources.values()].some((from) => from <= systemClock.now());

  function listenIfNeeded(): void {
    const isNeeded = watchers > 0 && sources.size > 0;
    if (isNeeded) stop ??= browserUnload(isUnsafe);
    if (isNeeded || !stop) return;
    stop();
    stop = undefined;
  }

  return {
    note(source, unsafeFrom) {
      if (isOver) return;
      if (unsafeFrom === Infinity) sources.delete(source);
      else sources.set(source, unsafeFrom);
      listenIfNeeded();
    },
    watch() {
      watchers += 1;
      listenIfNeeded();
      return () => {
        watchers -= 1;
        listenIfNeeded();
      };
    },
    dispose() {
      isOver = true;
      sources.clear();
      listenIfNeeded();
    },
  };
}

/**
 * The browser asks before the page is closed while this person's work is on it alone. Also in a provider that `Activity`
 * hides: only this kind of effect outlives the hiding.
 */
export function useAskWhileUnsent(scope: IdentityScope, asks: boolean): void {
  useInsertionEffect(() => (asks && scope.identity ? shareUnsentWork(scope).watch() : undefined), [scope, asks]);
}
