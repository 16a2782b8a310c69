interface Fault {
  readonly message: string;
  readonly stack?: string;
}

interface TestModule {
  readonly project: { readonly name: string; readonly config: { readonly isolate: boolean } };
  readonly relativeModuleId: string;
  diagnostic(): Readonly<
    Record<"duration" | "collectDuration" | "setupDuration" | "environmentSetupDuration" | "prepareDuration", number>
  >;
  errors(): readonly Fault[];
  readonly children: {
    allTests(): Iterable<{
      readonly fullName: string;
      result(): { readonly state: string; readonly errors?: readonly Fault[] };
    }>;
  };
}

export interface PartResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
  readonly files: readonly { readonly file: string; readonly part: string; readonly seconds: number }[];
}

export function summarize(modules: readonly TestModule[]): Readonly<Record<string, PartResult>>;

export default class PartsReporter {
  onTestRunEnd(modules: readonly TestModule[]): void;
}
