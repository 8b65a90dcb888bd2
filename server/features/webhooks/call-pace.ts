/** The time between two calls that begin while the process is busy with requests, in milliseconds. */
const BETWEEN_MS = 10

/** Spreads the beginnings of calls, so that requests are answered first. */
export interface CallPace {
  /** Whether a call may begin now, without a turn. */
  mayBegin(): boolean
  /** Calls back once, when it is the caller's turn to begin one call: in the order in which they asked. */
  onTurn(begin: () => void): void
}

/**
 * A pace that all queues of a process share. While it `isBusy` one call begins in ten milliseconds: a call
 * costs more processor time than a payment, so calls as fast as receivers answer would take the time of many.
 * At most a hundred a second begin then, fewer where the turns of the event loop are long.
 */
export function createCallPace(isBusy: () => boolean): CallPace {
  const waiting: (() => void)[] = []

  function wait(): void {
    setTimeout(() => {
      const turns = isBusy() ? 1 : waiting.length
      for (const begin of waiting.splice(0, turns)) begin()
      if (waiting.length > 0) wait()
    }, BETWEEN_MS)
  }

  return {
    mayBegin: () => waiting.length === 0 && !isBusy(),
    onTurn(begin) {
      waiting.push(begin)
      if (waiting.length === 1) wait()
    },
  }
}
