import { useId, type KeyboardEvent, type ReactNode } from "react";
import { Form } from "./form.js";
import { isComposing } from "./chat-composer/send-key.js";
import { DiscardQuestion } from "./discard-question.js";
import { useFormGuard } from "./form-guard.js";
import { isEscape } from "./is-escape.js";
import { Fault } from "./fault.js";
import { FormBusy, ignoreChange, ignorePress } from "./form-busy.js";
import { Root } from "./root.js";
import { useFootRoom } from "./use-foot-room.js";
import { useOwnEscape } from "./use-own-escape.js";
import type { Saving } from "./use-saving.js";
import { RecordHeading } from "./record-heading.js";

interface FormFrameProps {
  readonly title: string;
  readonly saving: Omit<Saving<string>, "faults">;
  /** The words for a refusal that names no field. */
  readonly failed: (reason: string) => string;
  /** The words for a save whose outcome is unknown. */
  readonly unknown: string;
  /** Labels of the save button, at rest and while saving. */
  readonly save: string;
  readonly isSavingWord: string;
  readonly cancel: string;
  /** Without it there is no button to cancel. */
  readonly onCancel: (() => void) | undefined;
  readonly children: ReactNode;
}

/**
 * A form of settings: its title, its fields and its buttons. Escape and its button cancel, after a question where words were
 * changed; Mod+Enter saves.
 */
export function FormFrame(props: FormFrameProps): ReactNode {
  const { title, saving, failed, unknown, save, isSavingWord, cancel, onCancel, children } = props;
  const { form, failure, isSaving } = saving;
  const id = useId();
  const guard = useFormGuard(saving);
  useOwnEscape(form);
  const foot = useFootRoom();
  // A save cannot be cancelled.
  const leave = () => {
    if (onCancel && !isSaving) guard.leaveFor(onCancel);
  };
  const press = (event: KeyboardEvent) => {
    // A key that only ends a composition is not meant for the form, nor is one that answers its question.
    if (isComposing(event.nativeEvent) || (event.target as Element).closest(".sv-record-question")) return;
    if (isEscape(event)) leave();
    else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) saving.save(event);
  };
  return (
    <Root as="div" className="sv-form-root">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside its buttons */}
      <Form
        ref={form}
        className="sv-form"
        noValidate
        aria-labelledby={id}
        aria-busy={isSaving || undefined}
        onSubmit={saving.save}
        onKeyDown={press}
        onChange={guard.note}
        onChangeCapture={isSaving ? ignoreChange : undefined}
        onClickCapture={isSaving ? ignorePress : undefined}
      >
        <RecordHeading id={id} className="sv-form-title">
          {title}
        </RecordHeading>
        <FormBusy.Provider value={isSaving}>{children}</FormBusy.Provider>
        <div ref={foot} className="sv-form-foot">
          {failure !== null && <Fault role="alert">{failure.isUnknown ? unknown : failed(failure.reason)}</Fault>}
          {guard.isAsking ? (
            <DiscardQuestion discard={guard.discard} keep={guard.keep} />
          ) : (
            <p className="sv-form-buttons">
              {onCancel && (
                <button type="button" className="sv-button" aria-disabled={isSaving || undefined} onClick={leave}>
                  {cancel}
                </button>
              )}
              <button type="submit" className="sv-button" data-variant="primary" aria-disabled={isSaving || undefined}>
                {isSaving ? isSavingWord : save}
              </button>
            </p>
          )}
        </div>
      </Form>
    </Root>
  );
}
