import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { SecretMessages } from "../strings/secret-messages.js";
import { copyText } from "./copy-button/copy-text.js";
import { Icon } from "./icons.js";
import { RecordHeading } from "./record-heading.js";
import { useAskBeforeUnload } from "./use-ask-before-unload.js";

interface SecretRecordProps {
  readonly title: string;
  readonly words: SecretMessages;
  /** Null where the person has it already. */
  readonly secret: string | null;
  /** Removes the record, and the secret with it. Without it there is no button. */
  readonly onDone: (() => void) | undefined;
  /** Shown above the secret. @default nothing */
  readonly children?: ReactNode;
}

/** A new secret: shown until the person is done, and never again. It takes the focus and is read out. */
export function SecretRecord({ title, words, secret, onDone, children }: SecretRecordProps): ReactNode {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <fieldset className="sv-record sv-secret" aria-labelledby={`${id}title`}>
      <RecordHeading
        id={`${id}title`}
        ref={heading}
        tabIndex={-1}
        aria-describedby={secret === null ? undefined : `${id}once`}
      >
        {title}
      </RecordHeading>
      {children}
      {secret !== null && <Secret id={id} words={words} secret={secret} />}
      {onDone && (
        <p className="sv-record-buttons">
          <button type="button" className="sv-button" onClick={onDone}>
            {words.done}
          </button>
        </p>
      )}
    </fieldset>
  );
}

interface SecretProps {
  readonly id: string;
  readonly words: SecretMessages;
  readonly secret: string;
}

function Secret({ id, words, secret }: SecretProps): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const copy = async (button: Element) => {
    const hasCopied = await copyText(secret, button);
    setCopied(hasCopied);
    if (!hasCopied) field.current?.select();
  };
  useAskBeforeUnload(field, isCopied !== true);
  return (
    <>
      <div className="sv-form-field">
        <label className="sv-label" htmlFor={`${id}secret`}>
          {words.label}
        </label>
        <div className="sv-secret-row">
          <textarea
            ref={field}
            id={`${id}secret`}
            className="sv-input sv-secret-value"
            dir="ltr"
            rows={2}
            readOnly
            value={secret}
            autoComplete="off"
            spellCheck={false}
            onFocus={({ target }) => target.select()}
            onCopy={({ currentTarget: { selectionStart, selectionEnd } }) => {
              if (selectionEnd - selectionStart === secret.length) setCopied(true);
            }}
          />
          <button
            type="button"
            className="sv-button"
            data-variant="primary"
            onClick={({ currentTarget }) => void copy(currentTarget)}
          >
            <Icon name={isCopied === true ? "check" : "copy"} />
            <span className="sv-part">{words.copy}</span>
          </button>
        </div>
        <output className={isCopied === false ? "sv-fault" : "sv-help"}>
          {isCopied === false && <Icon name="alert" />}
          {isCopied !== null && (
            <span className="sv-part" dir="auto">
              {isCopied ? words.copied : words.copyFailed}
            </span>
          )}
        </output>
      </div>
      <p id={`${id}once`} className="sv-secret-once">
        <Icon name="alert" />
        <span className="sv-part">{words.once}</span>
      </p>
    </>
  );
}
