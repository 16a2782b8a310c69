import type { ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import { present } from "../../class-names.js";
import { Disclosure } from "../../disclosure.js";
import { Icon } from "../../icons.js";
import { Markdown } from "../../markdown/markdown.js";
import type { RowProps } from "../timeline-context.js";
import { useFold } from "../use-fold.js";

/** What the agent thought. Folded: the line tells the beginning, opening it tells all. */
export function ReasoningRow({ item }: RowProps<"reasoning">): ReactNode {
  const strings = useStrings().timeline;
  const [open, setOpen] = useFold([item.id], false);
  return (
    <div className="sv-reasoning" data-streaming={present(item.streaming)} aria-busy={item.streaming || undefined}>
      <Disclosure
        open={open}
        onOpenChange={setOpen}
        summary={
          <span className="sv-tool-summary">
            <Icon name={item.streaming ? "spinner" : "thought"} />
            <span className="sv-tool-name">{item.streaming ? strings.reasoningRunning : strings.reasoning}</span>
            {!open && (
              <bdi className="sv-tool-brief" dir="auto">
                {item.text.slice(0, 120).replace(/\s+/g, " ")}
              </bdi>
            )}
          </span>
        }
      >
        <Markdown text={item.text} streaming={item.streaming} />
      </Disclosure>
    </div>
  );
}
