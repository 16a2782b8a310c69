/**
 * Judges whether one more record fits, from counts of those there are. Throws when none does: nothing is then written, and the
 * error is rethrown unchanged.
 *
 * The store calls it inside the transaction of the write, behind a lock, so that of several at once each is counted by the
 * next. It is pure and synchronous: it must not call the store.
 */
export type Room<Counts = number> = (counts: Counts) => void;
