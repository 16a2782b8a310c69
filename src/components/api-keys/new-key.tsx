import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useApiKeyStrings } from "../../hooks/use-api-key-strings.js";
import type { CreatedApiKey } from "../../wire/protocol/organization.js";
import { copyText } from "../copy-button/copy-text.js";
import { Icon } from "../icons.js";
import { RecordHeading } from "../record-heading.js";

interface NewKeyProps {
  readonly created: CreatedApiKey;
  readonly onDone: () => void;
}

/** A key that was just created, with its token: shown until the person is done, and never again. */
export function NewKey({ created: { apiKey, token }, onDone }: NewKeyProps): ReactNode {
  const strings = useApiKeyStrings().token;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  // A screen reader reads the heading and the sentence below it.
  useEffect(() => heading.current?.focus(), []);
  const copy = async (button: Element) => {
    const isCopied = await copyText(token, button);
    setCopied(isCopied);
    if (!isCopied) field.current?.select();
  };
  return (
    <div className="sv-record sv-api-key-new">
      <RecordHeading ref={heading} id={`${id}title`} tabIndex={-1} aria-describedby={`${id}once`}>
        {strings.title(visibleText(apiKey.name))}
      </RecordHeading>
      <p id={`${id}once`} className="sv-part">
        {strings.once}
      </p>
      <div className="sv-form-field">
        <label className="sv-label" htmlFor={`${id}token`}>
          {strings.label}
        </label>
        <input
          ref={field}
          id={`${id}token`}
          className="sv-input sv-api-key-token"
          dir="ltr"
          readOnly
          value={token}
          autoComplete="off"
          spellCheck={false}
          onFocus={({ target }) => target.select()}
        />
      </div>
      <p className="sv-record-buttons">
        <button
          type="button"
          className="sv-button"
          data-variant="primary"
          onClick={({ currentTarget }) => void copy(currentTarget)}
        >
          <Icon name={copied === true ? "check" : "copy"} />
          <span className="sv-part">{strings.copy}</span>
        </button>
        <button type="button" className="sv-button" onClick={onDone}>
          {strings.done}
        </button>
        <output className={copied === false ? "sv-fault" : "sv-help"}>
          {copied === false && <Icon name="alert" />}
          {copied !== null && <span className="sv-part">{copied ? strings.copied : strings.copyFailed}</span>}
        </output>
      </p>
    </div>
  );
}
