import { useId, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationDelivery, AutomationEventInput, AutomationSource } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { FormField } from "../form-field.js";
import { FormFrame } from "../form-frame.js";
import { CodeField } from "../form-inputs.js";
import { useSaving } from "../use-saving.js";

export interface TestFormProps {
  readonly source: AutomationSource;
  /** The type to begin with. */
  readonly type: string;
  readonly onSend: (event: AutomationEventInput) => Promise<AutomationDelivery>;
  readonly onSent: (delivery: AutomationDelivery) => void;
  readonly onCancel: () => void;
}

/** An event that a person makes up, to try the triggers of a source. */
export function TestForm({ source, type: begun, onSend, onSent, onCancel }: TestFormProps): ReactNode {
  const strings = useAutomationStrings();
  const words = strings.testForm;
  const id = useId();
  const [type, setType] = useState(begun);
  const [text, setText] = useState("{}");
  const saving = useSaving({
    read: () => {
      const data = objectOf(text);
      const isType = /^[^\s*]{1,200}$/.test(type.trim());
      if (isType && data !== null) return { type: type.trim(), data };
      return { faults: [...(isType ? [] : ["type" as const]), ...(data === null ? ["data" as const] : [])] };
    },
    onSave: onSend,
    onSaved: onSent,
    refusedField: () => null,
  });
  const field = (of: "type" | "data") => ({
    id: `${id}${of}`,
    fault: saving.faults.includes(of) ? words.faults[of] : null,
  });
  return (
    <FormFrame
      title={words.title(visibleText(source.name))}
      saving={saving}
      failed={(reason) => strings.actionFailed("sendEvent", reason)}
      unknown={words.unknown}
      save={words.send}
      isSavingWord={words.sending}
      cancel={strings.cancel}
      onCancel={onCancel}
    >
      <CodeField {...field("type")} label={words.type} value={type} isFirst onChange={setType} />
      <FormField {...field("data")} label={words.data} help={words.dataHelp(source.adapterId)}>
        {(control, isBusy) => (
          <textarea
            {...control}
            readOnly={isBusy}
            className="sv-input sv-automation-json"
            dir="ltr"
            rows={4}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </FormField>
    </FormFrame>
  );
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
