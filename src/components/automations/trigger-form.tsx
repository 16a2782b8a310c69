import { useId, useState, type ReactNode } from "react";
import type { AutomationTrigger } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { FormFrame } from "../form-frame.js";
import { CodeField, LongTextField, TextField } from "../form-inputs.js";
import { useSaving } from "../use-saving.js";
import { ConditionFields } from "./condition-fields.js";
import {
  draftOf,
  refusedTriggerField,
  triggerOf,
  type TriggerDraft,
  type TriggerField,
  type TriggerFields,
} from "./trigger-draft.js";

export interface TriggerFormProps {
  /** The trigger to edit; null creates one. */
  readonly trigger: AutomationTrigger | null;
  /** The adapter of its source, such as `github.v1`. */
  readonly adapterId: string;
  readonly onSave: (fields: TriggerFields) => Promise<AutomationTrigger>;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** Which events a trigger takes, and what the agent does with them. */
export function TriggerForm({ trigger, adapterId, onSave, onSaved, onCancel }: TriggerFormProps): ReactNode {
  const strings = useAutomationStrings();
  const words = strings.triggerForm;
  const id = useId();
  const [draft, setDraft] = useState(() => draftOf(trigger));
  const change = (patch: Partial<TriggerDraft>) => setDraft((before) => ({ ...before, ...patch }));
  const saving = useSaving({ read: () => triggerOf(draft), onSave, onSaved, refusedField: refusedTriggerField });
  const field = (name: TriggerField) => ({
    id: `${id}${name}`,
    fault: saving.faults.includes(name) ? words.faults[name] : null,
  });
  return (
    <FormFrame
      title={trigger === null ? words.create : words.change}
      saving={saving}
      failed={(reason) => strings.saveFailed(reason)}
      save={strings.save}
      isSavingWord={strings.saving}
      cancel={strings.cancel}
      onCancel={onCancel}
    >
      <TextField
        {...field("name")}
        label={words.name}
        maxLength={120}
        value={draft.name}
        isFirst
        onChange={(name) => change({ name })}
      />
      <CodeField
        {...field("types")}
        label={words.types}
        help={words.typesHelp(adapterId)}
        value={draft.types}
        onChange={(types) => change({ types })}
      />
      <ConditionFields
        {...field("conditions")}
        conditions={draft.conditions}
        onChange={(conditions) => change({ conditions })}
      />
      <LongTextField
        {...field("prompt")}
        label={words.prompt}
        help={words.promptHelp}
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
      />
      <CodeField
        {...field("fields")}
        label={words.fields}
        help={words.fieldsHelp}
        value={draft.fields}
        onChange={(fields) => change({ fields })}
      />
    </FormFrame>
  );
}
