import { useId, useState, type ReactNode } from "react";
import { isConflict } from "../../foundation/is-conflict.js";
import type { AutomationTrigger } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { Icon } from "../icons.js";
import { FormFrame } from "../form-frame.js";
import { CodeField, LongTextField, TextField } from "../form-inputs.js";
import { useSaving } from "../use-saving.js";
import { ConditionFields } from "./condition-fields.js";
import { TriggerFacts } from "./trigger-row.js";
import {
  draftOf,
  refusedTriggerField,
  triggerOf,
  type TriggerDraft,
  type TriggerField,
  type TriggerFields,
} from "./trigger-draft.js";

export interface TriggerFormProps {
  /** The trigger to edit, as the form was opened on it; null creates one. */
  readonly trigger: AutomationTrigger | null;
  /** The same trigger as it is listed now. @default the one to edit */
  readonly newest?: AutomationTrigger | undefined;
  /** The adapter of its source, such as `github.v1`. */
  readonly adapterId: string;
  /** @param based the trigger that the change is based on */
  readonly onSave: (fields: TriggerFields, based: AutomationTrigger | null) => Promise<AutomationTrigger>;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** Which events a trigger takes, and what the agent does with them. */
export function TriggerForm(props: TriggerFormProps): ReactNode {
  const { trigger, newest = trigger, adapterId, onSaved, onCancel } = props;
  const strings = useAutomationStrings();
  const words = strings.triggerForm;
  const id = useId();
  const [draft, setDraft] = useState(() => draftOf(trigger));
  const change = (patch: Partial<TriggerDraft>) => setDraft((before) => ({ ...before, ...patch }));
  const [wasChanged, setWasChanged] = useState(false);
  const onSave = (fields: TriggerFields) =>
    // After a conflict the form shows the other change, and the next save may overwrite it.
    props.onSave(fields, wasChanged ? newest : trigger).catch((error: unknown) => {
      if (isConflict(error)) setWasChanged(true);
      throw error;
    });
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
      unknown={strings.saveUnknown[trigger === null ? "create" : "change"]}
      save={strings.save}
      isSavingWord={strings.saving}
      cancel={strings.cancel}
      onCancel={onCancel}
    >
      {newest !== null && newest.revision !== trigger?.revision && <NewestTrigger trigger={newest} />}
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

/** The version that another person saved during editing: the fields below still contain the earlier one. */
function NewestTrigger({ trigger }: { readonly trigger: AutomationTrigger }): ReactNode {
  const words = useAutomationStrings().triggerForm;
  const title = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would disable and style its content
    <div className="sv-form-newest" role="group" aria-labelledby={title}>
      <p id={title} className="sv-form-newest-title">
        <Icon name="alert" />
        <span className="sv-part">{words.newest}</span>
      </p>
      <TriggerFacts trigger={trigger} />
    </div>
  );
}
