import { Component, type ErrorInfo, type ReactNode } from "react";
import { systemClock } from "../../foundation/clock.js";

interface RowBoundaryProps {
  /** A new value tries again, so that a row that failed on half of its data recovers with the rest. */
  readonly resetKey: unknown;
  readonly fallback: ReactNode;
  /** After how long (ms) to try again, each once. @default never */
  readonly tries?: readonly number[] | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
  readonly children: ReactNode;
}

/** Keeps a row that throws from taking anything else down. */
export class RowBoundary extends Component<RowBoundaryProps, { failedFor: unknown; failed: boolean }> {
  override state = { failed: false, failedFor: undefined as unknown };
  private tried = 0;
  private giveUp = () => {};

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: RowBoundaryProps,
    state: { failed: boolean; failedFor: unknown },
  ): { failed: boolean; failedFor: unknown } {
    const isAnother = state.failed && state.failedFor !== undefined && state.failedFor !== props.resetKey;
    if (isAnother) return { failed: false, failedFor: undefined };
    return { failed: state.failed, failedFor: state.failed ? props.resetKey : undefined };
  }

  override componentDidCatch(error: Error, _info: ErrorInfo): void {
    this.props.onError?.(error);
    const wait = this.props.tries?.[this.tried];
    if (wait === undefined) return;
    this.tried += 1;
    this.giveUp();
    this.giveUp = systemClock.after(wait, () => this.setState({ failed: false, failedFor: undefined }));
  }

  override componentWillUnmount(): void {
    this.giveUp();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
