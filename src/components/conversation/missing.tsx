import { callHost } from "../../foundation/call-host.js";
import { useEffect, useRef, type ComponentType, type ReactNode, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useLatest } from "../../hooks/use-latest.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { ReadableStore } from "../../hooks/readable-store.js";
import type { DraftKeeper } from "../../hooks/use-composer.js";
import type { ShownSession } from "../message-timeline/session-timeline.js";
import { Contained } from "../contained.js";
import { EmptyState } from "../states/states.js";
import { UnsentText, useUnsentMessage } from "./unsent-message.js";

/** A way on from a conversation that is not there, or that this person may not open. */
export interface MissingProps {
  /**
   * Called once if the conversation does not exist or the user may not open it: navigate elsewhere. While words that were
   * not sent are shown, it waits until the user discards them.
   */
  readonly onMissing?: (() => void) | undefined;
}

interface MissingStateProps extends MissingProps {
  /** The host's replacement. @default the kit's own words */
  readonly Own: ComponentType | undefined;
  readonly onNewConversation?: (() => void) | undefined;
  /** Whether the conversation that was here had the focus, which then moves to the way on from it. @default false */
  readonly lostFocus?: RefObject<boolean> | undefined;
  /** The session and the draft of the field that was here. @default no field */
  readonly store?: Pick<ReadableStore<ShownSession>, "getState"> | undefined;
  readonly draft?: DraftKeeper | undefined;
}

/** Shown for a missing conversation: no greeting, no composer, and a way on. */
export function Missing(props: MissingStateProps): ReactNode {
  const { Own, onMissing, onNewConversation, lostFocus, store, draft } = props;
  const unsent = useUnsentMessage(store?.getState ?? null, draft);
  const hasWords = unsent.text !== "";
  const strings = useStrings().states;
  const latest = useLatest(onMissing);
  const wasTold = useRef(false);
  useEffect(() => {
    if (wasTold.current || hasWords) return;
    wasTold.current = true;
    callHost(latest.current);
  }, [latest, hasWords]);
  const box = useRef<HTMLElement>(null);
  useBrowserLayoutEffect(() => {
    const { current } = box;
    if (lostFocus?.current && current && !hasWords) (current.querySelector("button") ?? current).focus();
  }, [lostFocus, hasWords]);
  const standard = (
    <EmptyState ref={box} tabIndex={-1} className="sv-missing" title={strings.missingTitle} text={strings.missingText}>
      {onNewConversation && (
        <button type="button" className="sv-button" onClick={onNewConversation}>
          {strings.newConversation}
        </button>
      )}
    </EmptyState>
  );
  return (
    <>
      {Own ? (
        <Contained resetKey={Own} fallback={standard}>
          <Own />
        </Contained>
      ) : (
        standard
      )}
      {hasWords && <UnsentText message={unsent} takesFocus={() => lostFocus?.current === true} />}
    </>
  );
}
