import { useEffect, useRef, useState } from "react";
import type { Composer } from "./composer.js";

export interface ComposerText {
  readonly text: string;
  /** Why the last send was refused; gone with the next key. */
  readonly error: Error | null;
  change(text: string): void;
  submit(): void;
}

/** The text of a composer. It is cleared at once when it is sent, and put back when it was refused, unless there is newer. */
export function useComposerText(options: {
  readonly value: string | undefined;
  readonly defaultValue: string | undefined;
  readonly onValueChange: ((value: string) => void) | undefined;
  readonly composer: Composer;
}): ComposerText {
  const { composer, onValueChange } = options;
  const [own, setOwn] = useState(options.defaultValue ?? "");
  const [error, setError] = useState<Error | null>(null);
  const text = options.value ?? own;
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const set = (next: string) => {
    setOwn(next);
    onValueChange?.(next);
  };
  const change = (next: string) => {
    setError(null);
    set(next);
  };
  const submit = () => {
    change("");
    void refusal(composer, text).then((refused) => {
      if (!refused || composer.discard) return;
      setError(refused);
      if (latest.current === "") set(text);
    });
  };
  return { text, error, change, submit };
}

async function refusal(composer: Composer, text: string): Promise<Error | null> {
  try {
    await composer.sendMessage(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
