import { useMemo } from "react";
import type { ComposerState } from "../../hooks/use-composer.js";
import { useKeptValue } from "../../hooks/use-kept-value.js";
import type { SendKey } from "./send-key.js";

/** Which key the line below the box explains. */
export type Hint = "enter" | "mod-enter" | "steer";

/**
 * The key to explain, until the person has used the one that sends; kept with their drafts. Then the line has no room, and
 * no key of a turn brings it back. The function records a send by a key: a click on the button teaches no key.
 */
export function useHint(
  composer: ComposerState,
  sendKey: SendKey,
  isTouch: boolean,
): readonly [hint: Hint | null, onSentByKey: (sending: "send" | "steer") => void] {
  const [kept, keep] = useKeptValue("composer/keys-used");
  const used = useMemo(() => (Array.isArray(kept) ? (kept as readonly unknown[]) : []), [kept]);
  const sends: Hint = sendKey === "mod-enter" ? "mod-enter" : "enter";
  const canSteer = sends === "enter" && composer.canSteer && composer.sendsAs === "send";
  const hint = canSteer && !used.includes("steer") ? "steer" : sends;
  const onSentByKey = (sending: "send" | "steer") => {
    const key = sending === "steer" ? sending : sends;
    if (!used.includes(key)) keep([...used, key]);
  };
  // On a touch screen Enter starts a new line.
  const isUntrue = isTouch && sendKey === "auto";
  return [isUntrue || used.includes(sends) ? null : hint, onSentByKey];
}
