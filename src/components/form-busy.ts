import { createContext, useContext, type SyntheticEvent } from "react";

/** Whether the form around a field is being saved: its fields then keep the sent text, and the focus. */
export const FormBusy = createContext(false);

export const useIsFormBusy = (): boolean => useContext(FormBusy);

/** For `onChangeCapture` of a form that is being saved: React then shows the values of its controls again. */
export function ignoreChange(event: SyntheticEvent): void {
  event.stopPropagation();
}

/** For `onClickCapture` of such a form: its buttons do nothing. A checkbox is left to its change. */
export function ignorePress(event: SyntheticEvent): void {
  if ((event.target as Element).closest("button") !== null) event.stopPropagation();
}
