interface OutsideError {
  readonly name?: string;
  readonly message: string;
  readonly stack?: string | undefined;
}
export default class ErrorsReporter {
  constructor(options?: { readonly file?: string | undefined });
  onTestRunEnd(modules: readonly unknown[], errors: readonly OutsideError[]): void;
}
