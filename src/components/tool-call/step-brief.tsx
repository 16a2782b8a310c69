import type { ReactNode } from "react";

/** A longer text can be shortened to some of its words. */
const shortest = 8;

/** The subject of a step, beside its name. A short text is shown whole or not at all. */
export function StepBrief({ children: text }: { readonly children: string }): ReactNode {
  return (
    <bdi className="sv-tool-brief" dir="auto">
      {text.length > shortest ? <span className="sv-part">{text}</span> : text}
    </bdi>
  );
}
