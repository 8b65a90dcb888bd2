import { AsyncLocalStorage } from 'node:async_hooks'
import { randomHex } from './ids.ts'

/** Which trace a request belongs to (W3C Trace Context, https://www.w3.org/TR/trace-context/). */
export interface TraceContext {
  /** 32 lowercase hex, not all zero. */
  readonly traceId: string
  /** Two hex digits: whether the caller records the trace. */
  readonly flags: string
}

/** Fields of a version after 00 follow behind another hyphen, and are left out. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Longest header that is looked at. */
const MAX_HEADER = 512

/** Reads the header `traceparent`; `undefined` where it is missing or says nothing that is valid. */
export function readTraceparent(header: string | undefined): TraceContext | undefined {
  if (header === undefined || header.length > MAX_HEADER) return undefined
  const [, version, traceId = '', parentId = '', flags = '', more] =
    TRACEPARENT.exec(header.trim()) ?? []
  if (version === undefined || version === 'ff') return undefined
  if (version === '00' && more !== undefined) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined
  return { traceId, flags }
}

const current = new AsyncLocalStorage<TraceContext>()

/**
 * Does work of a trace: what it calls belongs to the trace as well. Without one the work is done as it is, because
 * Node 20 takes 0.1 µs more for each promise of a process while any work has a trace.
 */
export function withTrace<Result>(trace: TraceContext | undefined, work: () => Result): Result {
  return trace === undefined ? work() : current.run(trace, work)
}

/** The trace of the running work as deliveries keep it: the id and the flags; `null`: it has none. */
export function currentTrace(): string | null {
  const trace = current.getStore()
  return trace === undefined ? null : `${trace.traceId}-${trace.flags}`
}

/** What `currentTrace` has kept. */
export function keptTrace(text: string): TraceContext {
  const [traceId = '', flags = '00'] = text.split('-')
  return { traceId, flags }
}

/** The header of a call that this process makes: a step of a trace, by default the running one, or of one that begins with it. */
export function traceparentOfCall(trace: TraceContext | undefined = current.getStore()): string {
  const { traceId, flags } = trace ?? { traceId: randomHex(32), flags: '00' }
  return `00-${traceId}-${randomHex(16)}-${flags}`
}
