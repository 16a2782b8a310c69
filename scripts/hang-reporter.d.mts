interface TestCase {
  readonly id: string;
  readonly fullName: string;
  readonly module: { readonly relativeModuleId: string };
}
export const longMs: number;
export default class HangReporter {
  constructor(options?: {
    readonly after?: (ms: number, run: () => void) => () => void;
    readonly tell?: (text: string) => void;
  });
  onTestCaseReady(test: TestCase): void;
  onTestCaseResult(test: Pick<TestCase, "id">): void;
}
