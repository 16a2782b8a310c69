import { useId, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationSource, AutomationSourcePatch } from "../../wire/protocol/automations.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { FormFrame } from "../form-frame.js";
import { ChoiceField, SecretField } from "../form-inputs.js";
import { useSaving } from "../use-saving.js";
import { isSecret, isSendersOwn, makeSecret } from "./secret.js";
import { refusedSecret, type MadeSource } from "./source-form.js";

interface SecretFormProps {
  readonly source: AutomationSource;
  readonly onChange: (patch: AutomationSourcePatch) => Promise<AutomationSource>;
  /** Called also once the form has gone: the secret has to be shown then, too. */
  readonly onChanged: (made: MadeSource) => void;
  /** Called once the secret is saved, while the form is there. */
  readonly onSaved?: (() => void) | undefined;
  readonly onCancel: () => void;
}

const overlaps = { day: 86_400, week: 604_800, none: 0 } as const;
const overlapChoices = ["day", "week", "none"] as const;

/** A form for a source's new secret, and for how long the previous secret stays valid. */
export function SecretForm({ source, onChange, onChanged, onSaved, onCancel }: SecretFormProps): ReactNode {
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
    onSave: async (patch: { readonly webhookSecret: string; readonly previousSecretSeconds: number }) => {
      const secret = typed === "" ? patch.webhookSecret : null;
      onChanged({ isNew: false, source: await onChange(patch), secret, isPlaceholder: false });
    },
    onSaved,
    refusedField: refusedSecret,
  });
  const fault = saving.faults.length > 0 ? strings.sourceForm.faults.secret : null;
  return (
    <FormFrame
      title={words.title(visibleText(source.name))}
      saving={saving}
      failed={(reason) => strings.saveFailed(reason)}
      unknown={strings.saveUnknown.change}
      save={words.change}
      isSavingWord={strings.saving}
      cancel={strings.cancel}
      onCancel={onCancel}
    >
      <SecretField
        id={`${id}secret`}
        fault={fault}
        label={strings.sourceForm.secret}
        {...(!isTheirs && { help: strings.sourceForm.secretHelp(adapterId) })}
        value={typed}
        isFirst
        onChange={setTyped}
      />
      <ChoiceField
        id={`${id}overlap`}
        label={words.keepOld}
        choices={overlapChoices}
        words={words.keepOldFor}
        value={overlap}
        onChange={setOverlap}
      />
    </FormFrame>
  );
}
