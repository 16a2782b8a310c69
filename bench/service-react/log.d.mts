export interface LogEvent {
  readonly id: string;
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly sequence: number;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly turnId?: string | null;
  readonly clientEventId?: string;
  readonly occurredAt: string;
}
type Write = (type: string, payload: object, more?: object) => LogEvent;

export const sessionId: string;
export const workspaceId: string;
export function eventWriter(lastSequence: number, startedAt: number): Write;
export function beginTurn(
  write: Write,
  turnId: string,
  text: string,
  clientEventId: string,
): readonly [LogEvent, ...LogEvent[]];
export function endTurn(write: Write, turnId: string, text: string): readonly LogEvent[];
export function turnIdOf(number: number): string;
export function historyLog(history: readonly { readonly text: string }[], startedAt: number): readonly LogEvent[];
export function sessionRecord(lastSequence: number, startedAt: number): object;
