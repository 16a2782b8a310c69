/** Marks the rejection as handled and returns the same promise: the state reports the failure too. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** A call that is refused at once, in the same way. */
export function refused(error: Error): Promise<never> {
  return handled(Promise.reject(error));
}
