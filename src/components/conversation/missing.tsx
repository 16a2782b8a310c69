import { callHost } from "../call-host.js";
import { useEffect, useRef, type ComponentType, type ReactNode } from "react";
import { useLatest } from "../../hooks/use-latest.js";
import { useStrings } from "../../hooks/use-strings.js";
import { Contained } from "../contained.js";
import { EmptyState } from "../states/states.js";

/** A way on from a conversation that is not there, or that this person may not open. */
export interface MissingProps {
  /** Called once if the conversation does not exist or the user may not open it: navigate elsewhere. */
  readonly onMissing?: (() => void) | undefined;
}

interface MissingStateProps extends MissingProps {
  /** The host's replacement. @default the kit's own words */
  readonly Own: ComponentType | undefined;
  readonly onNewConversation?: (() => void) | undefined;
}

/** Shown for a missing conversation: no greeting, no composer, and a way on. */
export function Missing({ Own, onMissing, onNewConversation }: MissingStateProps): ReactNode {
  const strings = useStrings().states;
  const latest = useLatest(onMissing);
  const wasTold = useRef(false);
  useEffect(() => {
    if (wasTold.current) return;
    wasTold.current = true;
    callHost(latest.current);
  }, [latest]);
  const standard = (
    <EmptyState className="sv-missing" title={strings.missingTitle} text={strings.missingText}>
      {onNewConversation && (
        <button type="button" className="sv-button" onClick={onNewConversation}>
          {strings.newConversation}
        </button>
      )}
    </EmptyState>
  );
  if (!Own) return standard;
  return (
    <Contained resetKey={Own} fallback={standard}>
      <Own />
    </Contained>
  );
}
