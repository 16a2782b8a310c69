import { useId, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { toolGroups, type ListedTool } from "./tool-groups.js";

interface ToolChoiceProps {
  readonly tools: readonly ListedTool[];
  /** Those of them that may be chosen. */
  readonly offered: readonly ListedTool[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly disabled: boolean;
}

/** The agent's new tools, in groups, each with a checkbox. */
export function ToolChoice({ tools, offered, chosen, onChange, disabled }: ToolChoiceProps): ReactNode {
  const strings = useIntegrationStrings().dialog;
  const id = useId();
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return toolGroups(tools).map(({ group, tools: grouped }) => (
    <fieldset key={group} className="sv-tools-group" data-group={group} disabled={disabled}>
      <legend className="sv-label">{strings[group]}</legend>
      <ul className="sv-record-rows sv-tools-list">
        {grouped.map((tool) => (
          <li key={tool.id} className="sv-part">
            {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its words are two levels down */}
            <label className="sv-tools-tool" htmlFor={id + tool.id}>
              <input
                id={id + tool.id}
                type="checkbox"
                className="sv-part"
                checked={chosen.has(tool.id)}
                disabled={!offered.includes(tool)}
                onChange={() => toggle(tool.id)}
              />
              <span className="sv-tools-words">
                <span className="sv-tools-name" dir="auto">
                  {visibleText(tool.description || tool.name)}
                </span>
                <span className="sv-tools-key">
                  <span className="sv-part" translate="no">
                    {visibleText(tool.operationKey)}
                  </span>
                  {tool.deprecated && <span className="sv-part">{` · ${strings.deprecated}`}</span>}
                  {offered.length > 0 && !offered.includes(tool) && (
                    <span className="sv-part">{` · ${strings.needsKey}`}</span>
                  )}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  ));
}
