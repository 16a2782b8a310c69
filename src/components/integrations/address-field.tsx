import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useIntegrationStrings } from "../../hooks/use-integration-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import { FormField } from "../form-field.js";

/** Whether a request can go there; the service decides whether it may. */
function isAddress(text: string): boolean {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:";
}

/** The typed address, and why it cannot be read. */
export function useAddress(refusal: Error | undefined) {
  const [value, setValue] = useState("");
  const [hasFault, setFault] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The service's answer about the address is read out with its field.
  useEffect(() => {
    if (refusal) field.current?.focus();
  }, [refusal]);
  return {
    value,
    field,
    hasFault,
    refusal,
    clearFault: () => setFault(false),
    onChange: (next: string) => {
      setValue(next);
      setFault(false);
    },
    /** The address; undefined where it is none, which the field then reports. */
    read: (): string | undefined => {
      const isFit = isAddress(value);
      setFault(!isFit);
      if (!isFit) field.current?.focus();
      return isFit ? value.trim() : undefined;
    },
  };
}

interface AddressFieldProps extends ReturnType<typeof useAddress> {
  /** Whether no integration is offered above the field. */
  readonly isAlone: boolean;
}

export function AddressField(props: AddressFieldProps): ReactNode {
  const { value, field, hasFault, refusal, isAlone, onChange } = props;
  const strings = useIntegrationStrings().dialog;
  const errorText = useErrorText();
  const refused = refusal ? errorText(refusal) : null;
  return (
    <FormField
      id={useId()}
      label={isAlone ? strings.addressAlone : strings.address}
      help={strings.addressHelp}
      fault={hasFault ? strings.addressFault : refused}
    >
      {(control) => (
        <input
          {...control}
          ref={field}
          type="url"
          dir="ltr"
          placeholder="https://"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}
