import { useInsertionEffect, type RefObject } from "react";

/**
 * Empties a field and parts it from its page when it goes. React remembers the field that had the focus last, also when
 * it is gone, and with it what a person wrote there and all that stood around it.
 */
export function useForgottenField(field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>): void {
  // Of all effects this one ends only with the field, not when strict mode tries the others twice.
  useInsertionEffect(
    () => () => {
      const gone = field.current;
      if (!gone) return;
      gone.value = "";
      // Once React has taken out what went, which may be this very field.
      queueMicrotask(() => gone.remove());
    },
    [field],
  );
}
