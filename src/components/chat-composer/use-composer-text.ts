import { useState } from "react";
import type { Composer } from "./composer-view.js";

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
  readonly send: Composer["sendMessage"];
}): ComposerText {
  const [own, setOwn] = useState(options.defaultValue ?? "");
  const [error, setError] = useState<Error | null>(null);
  const text = options.value ?? own;
  const change = (next: string) => {
    setOwn(next);
    setError(null);
    options.onValueChange?.(next);
  };
  const submit = () => {
    change("");
    void refusal(options.send, text).then((refused) => {
      if (refused) setError(refused);
    });
  };
  return { text, error, change, submit };
}

async function refusal(send: Composer["sendMessage"], text: string): Promise<Error | null> {
  try {
    await send(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
