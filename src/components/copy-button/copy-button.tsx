import { forwardRef, useEffect, useState, type ButtonHTMLAttributes } from "react";
import { systemClock } from "../../foundation/clock.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses } from "../class-names.js";
import { Icon } from "../icons.js";
import { copyText } from "./copy-text.js";

/** Props of `CopyButton`. */
export interface CopyButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  /** The text to copy, or a function that returns it when the user clicks. */
  readonly text: string | (() => string);
  /** The name of the button. @default the catalogue's "Copy" */
  readonly label?: string | undefined;
  /** `text` shows the name beside the picture, for a place where copying is the main action. @default "icon" */
  readonly variant?: "icon" | "text" | undefined;
}

type CopyState = "ready" | "copied" | "failed";

/** How long the button shows its result (ms). */
const confirmation = 2000;

/** Copies a text to the clipboard and shows whether that worked. */
export const CopyButton = forwardRef<HTMLButtonElement, CopyButtonProps>(function CopyButton(
  { text, label, variant = "icon", className, ...dom },
  ref,
) {
  const strings = useStrings().message;
  const [state, setState] = useState<CopyState>("ready");
  useEffect(() => (state === "ready" ? undefined : systemClock.after(confirmation, () => setState("ready"))), [state]);
  const name = state === "ready" ? (label ?? strings.copy) : state === "copied" ? strings.copied : strings.copyFailed;
  return (
    <button
      type="button"
      {...dom}
      ref={ref}
      className={joinClasses(variant === "text" ? "sv-button sv-copy" : "sv-icon-button sv-copy", className)}
      data-state={state}
      {...(variant === "icon" && { "aria-label": name, title: name })}
      onClick={({ currentTarget }) =>
        void copyText(typeof text === "string" ? text : text(), currentTarget).then((isCopied) =>
          setState(isCopied ? "copied" : "failed"),
        )
      }
    >
      <Icon name={state === "ready" ? "copy" : state === "copied" ? "check" : "alert"} />
      {variant === "text" && <span className="sv-part">{name}</span>}
    </button>
  );
});
