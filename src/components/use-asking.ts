import { useEffect, useRef, useState, type RefObject } from "react";

export interface Asking {
  readonly isAsking: boolean;
  readonly ask: () => void;
  readonly leave: () => void;
  /** The button that asks. */
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** A question in place of its button; the button gets the focus again afterwards. */
export function useAsking(): Asking {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return { isAsking, ask: () => setAsking(true), leave: () => setAsking(false), button };
}
