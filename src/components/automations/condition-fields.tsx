import { useState, type ReactNode } from "react";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { Fault } from "../fault.js";
import { useIsFormBusy } from "../form-busy.js";
import { Icon } from "../icons.js";
import type { Comparison, ConditionDraft } from "./trigger-draft.js";

interface ConditionFieldsProps {
  readonly id: string;
  readonly fault: string | null;
  readonly conditions: readonly ConditionDraft[];
  readonly onChange: (conditions: readonly ConditionDraft[]) => void;
}

const comparisons: readonly Comparison[] = ["is", "in", "present", "missing"];
const mostConditions = 20;

/** Conditions on an event, one row each. */
export function ConditionFields({ id, fault, conditions, onChange }: ConditionFieldsProps): ReactNode {
  const words = useAutomationStrings().triggerForm;
  const isBusy = useIsFormBusy();
  // The row that was just added takes the focus.
  const [added, setAdded] = useState<number | null>(null);
  const add = () => {
    const key = Math.max(-1, ...conditions.map((one) => one.key)) + 1;
    setAdded(key);
    onChange([...conditions, { key, path: "", comparison: "is", value: "" }]);
  };
  return (
    <fieldset className="sv-form-field" aria-describedby={fault === null ? `${id}help` : `${id}fault ${id}help`}>
      <legend className="sv-label">{words.conditions}</legend>
      {conditions.map((condition, index) => (
        <ConditionRow
          key={condition.key}
          condition={condition}
          isInvalid={fault !== null}
          isNew={condition.key === added}
          removeLabel={words.removeCondition(index + 1)}
          onChange={(patch) =>
            onChange(conditions.map((one) => (one.key === condition.key ? { ...one, ...patch } : one)))
          }
          onRemove={() => onChange(conditions.filter(({ key }) => key !== condition.key))}
        />
      ))}
      {conditions.length < mostConditions && (
        <button
          type="button"
          className="sv-link-button sv-condition-add"
          aria-disabled={isBusy || undefined}
          onClick={add}
        >
          {words.addCondition}
        </button>
      )}
      <p id={`${id}help`} className="sv-help">
        {words.conditionsHelp}
      </p>
      {fault !== null && <Fault id={`${id}fault`}>{fault}</Fault>}
    </fieldset>
  );
}

interface ConditionRowProps {
  readonly condition: ConditionDraft;
  readonly isInvalid: boolean;
  readonly isNew: boolean;
  readonly removeLabel: string;
  readonly onChange: (patch: Partial<ConditionDraft>) => void;
  readonly onRemove: () => void;
}

function ConditionRow({ condition, isInvalid, isNew, removeLabel, onChange, onRemove }: ConditionRowProps): ReactNode {
  const words = useAutomationStrings().triggerForm;
  const isBusy = useIsFormBusy();
  const { path, comparison, value } = condition;
  const hasValue = comparison === "is" || comparison === "in";
  return (
    <div className="sv-condition">
      <input
        className="sv-input"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        aria-label={words.field}
        placeholder={words.field}
        aria-invalid={isInvalid || undefined}
        readOnly={isBusy}
        value={path}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for the row
        autoFocus={isNew}
        onChange={({ target }) => onChange({ path: target.value })}
      />
      <select
        className="sv-input"
        aria-label={words.comparison}
        aria-disabled={isBusy || undefined}
        value={comparison}
        onChange={({ target }) => onChange({ comparison: target.value as Comparison })}
      >
        {comparisons.map((one) => (
          <option key={one} className="sv-part" value={one}>
            {words.comparisons[one]}
          </option>
        ))}
      </select>
      {hasValue && (
        <input
          className="sv-input"
          dir="auto"
          autoComplete="off"
          aria-label={words.value}
          placeholder={words.value}
          aria-invalid={isInvalid || undefined}
          readOnly={isBusy}
          value={value}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      )}
      <button
        type="button"
        className="sv-icon-button"
        aria-label={removeLabel}
        title={removeLabel}
        aria-disabled={isBusy || undefined}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
