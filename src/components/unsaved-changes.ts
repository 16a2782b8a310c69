/** Reports whether a form has changed words. The words themselves stay in the form. */
type IsChanged = () => boolean;

/** The mounted forms with words that were changed once. Each removes itself. */
const forms = new Set<IsChanged>();

/** @returns a function that removes the form */
export function noteChangedForm(isChanged: IsChanged): () => void {
  const own = () => isChanged();
  forms.add(own);
  return () => void forms.delete(own);
}

/**
 * Whether a form on this page, such as one for a scheduled task, an API key or a goal, has words that were changed and are not
 * saved. Ask the person before your router shows another page then: the form is removed with its words. Drafts, unsent
 * messages and typed answers stay over such a move and do not count. It may be called at any time, also on a server, where it
 * is false.
 *
 * @example
 * const mayLeave = () => !hasUnsavedChanges() || confirm("Discard your changes?");
 */
export function hasUnsavedChanges(): boolean {
  return [...forms].some((isChanged) => isChanged());
}
