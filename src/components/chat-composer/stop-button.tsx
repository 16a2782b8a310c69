import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";

const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** Ends the running turn. When the turn ends under the reader's finger, the focus goes on instead of being lost. */
export function StopButton(props: {
  readonly onStop: () => Promise<unknown> | void;
  readonly onLeave: () => void;
}): ReactNode {
  const strings = useStrings().composer;
  const [stopping, setStopping] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = useRef(props.onLeave);
  useBrowserLayoutEffect(() => {
    leave.current = props.onLeave;
  });
  useBrowserLayoutEffect(() => {
    const element = button.current;
    return () => {
      // Asked before the button leaves the page, which would take the focus with it.
      if (element && element === document.activeElement) leave.current();
    };
  }, []);
  const stop = () => {
    if (stopping) return;
    setStopping(true);
    // Whether it worked is shown by the turn's end; a stop that failed may be tried again.
    Promise.resolve(props.onStop()).then(
      () => setStopping(false),
      () => setStopping(false),
    );
  };
  return (
    <button
      ref={button}
      type="button"
      className="sv-round-button sv-stop"
      aria-label={strings.stop}
      title={strings.stop}
      aria-disabled={stopping || undefined}
      onClick={stop}
    >
      <Icon name={stopping ? "spinner" : "stop"} />
    </button>
  );
}
