import { useId, useState, type ReactNode } from "react";
import type { AutomationAdapterId, AutomationSource, AutomationSourceInput } from "../../wire/protocol/automations.js";
import type { OwnerChoice, OwnerChoices } from "../../wire/protocol/owner-choice.js";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";
import { FormFrame } from "../form-frame.js";
import { ChoiceField, SecretField, TextField } from "../form-inputs.js";
import { OwnerField } from "../owner-choice.js";
import { useSaving } from "../use-saving.js";
import { isSecret, isSendersOwn, makeSecret } from "./secret.js";

/** A source that was made or given another secret, with the secret that has to be shown now or never. */
export interface MadeSource {
  /** Shown above the list, also once the source is in it: a press or the focus would be lost with a move. */
  readonly isNew: boolean;
  readonly source: AutomationSource;
  /** Null where the person, or the sender, has it already. */
  readonly secret: string | null;
  /** Its sender makes the real one, which has to be entered later. */
  readonly isPlaceholder: boolean;
}

export interface SourceFormProps {
  readonly owners: OwnerChoices;
  readonly onCreate: (input: AutomationSourceInput) => Promise<AutomationSource>;
  /** Called also once the form has gone: the secret has to be shown then, too. */
  readonly onCreated: (made: MadeSource) => void;
  /** Called once the source is saved, while the form is there. */
  readonly onSaved?: (() => void) | undefined;
  readonly onCancel: () => void;
}

const adapters: readonly AutomationAdapterId[] = ["github.v1", "stripe.v1", "standard-webhooks.v1", "signed-json.v1"];

/** A new source: its name, who sends, and the secret. */
export function SourceForm({ owners, onCreate, onCreated, onSaved, onCancel }: SourceFormProps): ReactNode {
  const strings = useAutomationStrings();
  const words = strings.sourceForm;
  const id = useId();
  const [name, setName] = useState("");
  const [adapterId, setAdapter] = useState<AutomationAdapterId>("github.v1");
  const [typed, setTyped] = useState("");
  const [owner, setOwner] = useState<OwnerChoice>("user");
  const read = () => {
    const isNamed = name.trim() !== "" && name.trim().length <= 120;
    const isFit = typed === "" || isSecret(typed);
    if (isNamed && isFit) return { name: name.trim(), adapterId, webhookSecret: typed || makeSecret(), owner };
    return { faults: [...(isNamed ? [] : ["name" as const]), ...(isFit ? [] : ["secret" as const])] };
  };
  const saving = useSaving({
    read,
    onSave: async (input: AutomationSourceInput) => {
      const isPlaceholder = typed === "" && isSendersOwn(adapterId);
      const secret = typed === "" && !isPlaceholder ? input.webhookSecret : null;
      onCreated({ isNew: true, source: await onCreate(input), secret, isPlaceholder });
    },
    onSaved,
    refusedField: refusedSecret,
  });
  const field = (of: "name" | "secret") => ({
    id: `${id}${of}`,
    fault: saving.faults.includes(of) ? words.faults[of] : null,
  });
  return (
    <FormFrame
      title={words.title}
      saving={saving}
      failed={(reason) => strings.saveFailed(reason)}
      unknown={strings.saveUnknown.create}
      save={words.create}
      isSavingWord={strings.saving}
      cancel={strings.cancel}
      onCancel={onCancel}
    >
      <TextField {...field("name")} label={words.name} maxLength={120} value={name} isFirst onChange={setName} />
      <ChoiceField
        id={`${id}adapter`}
        label={words.adapter}
        choices={adapters}
        words={strings.adapters}
        value={adapterId}
        onChange={setAdapter}
      />
      <SecretField
        {...field("secret")}
        label={words.secret}
        help={words.secretHelp(adapterId)}
        value={typed}
        onChange={setTyped}
      />
      <OwnerField id={`${id}owner`} words={strings.owner} owners={owners} owner={owner} onChange={setOwner} />
    </FormFrame>
  );
}

/** The one field that the service may refuse after the form has passed it. */
export function refusedSecret(error: unknown): "secret" | null {
  const { details } = (error ?? {}) as { readonly details?: { readonly field?: unknown } };
  return details?.field === "webhookSecret" ? "secret" : null;
}
