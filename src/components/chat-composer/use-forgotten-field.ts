import { useInsertionEffect, type RefObject } from "react";

/**
 * Empties a field and detaches it from its page when it unmounts. React keeps a reference to the last focused field
 * after its removal, and with it a person's text and its surroundings.
 */
export function useForgottenField(field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>): void {
  // Unlike other effects this one ends only with the field, not when strict mode runs the others twice.
  useInsertionEffect(
    () => () => {
      const gone = field.current;
      if (!gone) return;
      // After React has removed the elements, which may include this field, and other effects have read its caret.
      queueMicrotask(() => {
        gone.value = "";
        gone.remove();
      });
    },
    [field],
  );
}
