import { useEffect, useRef, useState, type RefObject } from "react";

export interface Asking {
  readonly isAsking: boolean;
  readonly ask: () => void;
  readonly leave: () => void;
  /** Of the button that asks. */
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** A question that stands in for its button; the button has the focus again once the question has gone. */
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
