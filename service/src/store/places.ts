/** Who may use the one connection of a database next: requests before turns, and turns often enough. */
export interface Places {
  /** Resolves when the place is free, with the function that frees it. */
  take(lane: Lane): Promise<() => void>;
}

/** `turn` is the lane of a running turn's writes, of which many wait at once. */
export type Lane = "request" | "turn";

/** How many requests go before a turn's write that waits. */
const mostRequestsInARow = 4;

export function createPlaces(): Places {
  const queues: Readonly<Record<Lane, (() => void)[]>> = { request: [], turn: [] };
  let isTaken = false;
  let requestsInARow = 0;

  function next(): void {
    const isTurnsTime = requestsInARow >= mostRequestsInARow || queues.request.length === 0;
    const lane: Lane = isTurnsTime && queues.turn.length > 0 ? "turn" : "request";
    const enter = queues[lane].shift();
    requestsInARow = lane === "turn" ? 0 : requestsInARow + 1;
    isTaken = enter !== undefined;
    enter?.();
  }

  return {
    take: (lane) =>
      new Promise((resolve) => {
        queues[lane].push(() => {
          let isFree = false;
          resolve(() => {
            if (!isFree) next();
            isFree = true;
          });
        });
        if (!isTaken) next();
      }),
  };
}
