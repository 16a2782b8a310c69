/** The records, and the edited one also when it was removed elsewhere: its form then keeps the typed words. */
export function withEdited<R extends { readonly id: string }>(records: readonly R[], edited: R | null): readonly R[] {
  return edited === null || records.some(({ id }) => id === edited.id) ? records : [...records, edited];
}
