import { useMemo, useState } from "react";
import type { ComposerState } from "../../hooks/use-composer.js";
import { useKeptValue } from "../../hooks/use-kept-value.js";
import type { SendKey } from "./send-key.js";

/** Which key the line below the box explains. */
export type Hint = "enter" | "mod-enter" | "steer";

export interface HintState {
  /** The key to explain, until the person has used the one that sends; kept with their drafts. */
  readonly hint: Hint | null;
  /** Whether the hint retired while it was in sight: its line keeps its room, so that the box does not jump. */
  readonly keepsRoom: boolean;
  /** Records a send by a key: a click on the button teaches no key. */
  readonly onSentByKey: (sending: "send" | "steer") => void;
}

/** The hint about keys. Once it has retired, no key of a turn brings it back. */
export function useHint(composer: ComposerState, sendKey: SendKey, isTouch: boolean): HintState {
  const [keepsRoom, setKeepsRoom] = useState(false);
  const [kept, keep] = useKeptValue("composer/keys-used");
  const used = useMemo(() => (Array.isArray(kept) ? (kept as readonly unknown[]) : []), [kept]);
  const sends: Hint = sendKey === "mod-enter" ? "mod-enter" : "enter";
  const canSteer = sends === "enter" && composer.canSteer && composer.sendsAs === "send";
  const hint = canSteer && !used.includes("steer") ? "steer" : sends;
  const onSentByKey = (sending: "send" | "steer") => {
    const key = sending === "steer" ? sending : sends;
    if (used.includes(key)) return;
    keep([...used, key]);
    setKeepsRoom(true);
  };
  // On a touch screen Enter starts a new line.
  const isUntrue = isTouch && sendKey === "auto";
  return { hint: isUntrue || used.includes(sends) ? null : hint, keepsRoom, onSentByKey };
}
