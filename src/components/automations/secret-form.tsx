import { useId, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationSource, AutomationSourcePatch } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { FormField } from "../form-field.js";
import { FormFrame } from "../form-frame.js";
import { useSaving } from "../use-saving.js";
import { isSecret, isSendersOwn, makeSecret } from "./secret.js";
import { refusedSecret, type MadeSource } from "./source-form.js";

interface SecretFormProps {
  readonly source: AutomationSource;
  readonly onChange: (patch: AutomationSourcePatch) => Promise<AutomationSource>;
  readonly onChanged: (made: MadeSource) => void;
  readonly onCancel: () => void;
}

const overlaps = { day: 86_400, week: 604_800, none: 0 } as const;

/** Another secret for a source, and for how long the one before is accepted too. */
export function SecretForm({ source, onChange, onChanged, onCancel }: SecretFormProps): ReactNode {
  const strings = useAutomationStrings();
  const words = strings.secretForm;
  const { adapterId } = source;
  const isTheirs = isSendersOwn(adapterId);
  const id = useId();
  const [typed, setTyped] = useState("");
  const [overlap, setOverlap] = useState<keyof typeof overlaps>("day");
  const saving = useSaving({
    read: () => {
      const isFit = typed === "" ? !isTheirs : isSecret(typed);
      const secret = { webhookSecret: typed || makeSecret(), previousSecretSeconds: overlaps[overlap] };
      return isFit ? secret : { faults: ["secret" as const] };
    },
    onSave: async (patch: { readonly webhookSecret: string; readonly previousSecretSeconds: number }) => ({
      source: await onChange(patch),
      secret: typed === "" ? patch.webhookSecret : null,
      isPlaceholder: false,
    }),
    onSaved: onChanged,
    refusedField: refusedSecret,
  });
  const fault = saving.faults.length > 0 ? strings.sourceForm.faults.secret : null;
  return (
    <FormFrame
      title={words.title(visibleText(source.name))}
      saving={saving}
      failed={(reason) => strings.saveFailed(reason)}
      save={words.change}
      isSavingWord={strings.saving}
      cancel={strings.cancel}
      onCancel={onCancel}
    >
      <FormField
        id={`${id}secret`}
        fault={fault}
        label={strings.sourceForm.secret}
        {...(!isTheirs && { help: strings.sourceForm.secretHelp(adapterId) })}
      >
        {(control) => (
          <input
            {...control}
            type="password"
            dir="ltr"
            autoComplete="new-password"
            value={typed}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for the form
            autoFocus
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </FormField>
      <FormField id={`${id}overlap`} fault={null} label={words.keepOld}>
        {(control) => (
          <select
            {...control}
            value={overlap}
            onChange={({ target }) => setOverlap(target.value as keyof typeof overlaps)}
          >
            {(["day", "week", "none"] as const).map((one) => (
              <option key={one} className="sv-part" value={one}>
                {words.keepOldFor[one]}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </FormFrame>
  );
}
