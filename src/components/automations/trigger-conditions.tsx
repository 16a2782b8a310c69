import type { ReactNode } from "react";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { AutomationTrigger } from "../../wire/protocol/automations.js";
import type { Messages } from "../../strings/messages.js";
import { sentenceOf } from "../sentence-of.js";
import { plainName, plainValue } from "./plain-name.js";
import { conditionWords, typesOf, type Wording } from "./trigger-words.js";

/** Which events a trigger takes: their types, then each condition. Names and values are set apart from the words. */
export function TriggerConditions({ trigger }: { readonly trigger: AutomationTrigger }): ReactNode {
  const { triggers } = useAutomationStrings();
  const { tool } = useStrings();
  const types = typesOf(trigger);
  const conditions = trigger.configuration.conditions ?? [];
  return (
    <>
      <p className="sv-record-fact">
        {sentenceOf((mark) => triggers.takes(types?.map((type) => mark(<Term name={type} />)) ?? null))}
      </p>
      {conditions.length > 0 && (
        <div className="sv-automation-conditions">
          <p className="sv-record-fact">{triggers.onlyIf(conditions.length)}</p>
          <ul className="sv-part">
            {conditions.map((condition) => (
              <li key={JSON.stringify(condition)} className="sv-part">
                <p className="sv-record-fact">
                  {sentenceOf((mark) => conditionWords(condition, triggers, setApart(mark, tool)))}
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

const setApart = (mark: (part: ReactNode) => string, words: Messages["tool"]): Wording => ({
  name: (path) => mark(<Term name={path} />),
  value: (value) => mark(<Value>{plainValue(value, words)}</Value>),
});

function Term({ name }: { readonly name: string }): ReactNode {
  return <span className="sv-automation-term">{plainName(name)}</span>;
}

function Value({ children }: { readonly children: string }): ReactNode {
  return (
    <span className="sv-automation-value" dir="auto">
      {children}
    </span>
  );
}
