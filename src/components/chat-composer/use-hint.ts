import { useMemo } from "react";
import type { ComposerState } from "../../hooks/use-composer.js";
import { useKeptValue } from "../../hooks/use-kept-value.js";
import type { SendKey } from "./send-key.js";

/** Which key the line below the box explains. */
export type Hint = "enter" | "mod-enter" | "steer";

/**
 * The key to explain, until the person has used it once; kept with their drafts. Gives the composer for the field, whose
 * keys count as uses: a click on the button teaches no key.
 */
export function useHint(composer: ComposerState, sendKey: SendKey): readonly [hint: Hint | null, field: ComposerState] {
  const [kept, keep] = useKeptValue("composer/keys-used");
  const used = useMemo(() => (Array.isArray(kept) ? (kept as readonly unknown[]) : []), [kept]);
  const sends: Hint = sendKey === "mod-enter" ? "mod-enter" : "enter";
  const hint = sends === "enter" && composer.canSteer && composer.sendsAs === "send" ? "steer" : sends;
  const field = useMemo(() => {
    const remember = (key: Hint) => {
      if (!used.includes(key)) keep([...used, key]);
    };
    return {
      ...composer,
      send(text?: string) {
        const isTaken = composer.send(text);
        if (isTaken) remember(sends);
        return isTaken;
      },
      steer(text?: string) {
        const isTaken = composer.steer(text);
        if (isTaken) remember("steer");
        return isTaken;
      },
    };
  }, [composer, used, keep, sends]);
  return [used.includes(hint) ? null : hint, field];
}
