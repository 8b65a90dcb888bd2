import { hash } from 'node:crypto'
import type { DeclineCode } from '../facts/declines.ts'
import type { RawGroup } from './form-body.ts'

/** What can go wrong with one request. */
export type Fault =
  /** Closed before anything is done. */
  | { readonly kind: 'noConnection' }
  /** Done, and closed without an answer. */
  | { readonly kind: 'acceptedWithoutAnswer' }
  /** Done; the answer waits 26 s of the clock, or for `release`. Until then its key is in use. */
  | { readonly kind: 'lateAnswer' }
  /** Done; 200 with half of the body. */
  | { readonly kind: 'halfAnswer' }
  /** 500 that is kept under the key and repeated; the request was done, or not. */
  | { readonly kind: 'storedError'; readonly isDone: boolean }
  /** An error with nothing done and nothing kept. */
  | { readonly kind: 'error'; readonly status: 500 | 502 | 503 }
  | { readonly kind: 'rateLimited'; readonly retryAfterS?: number }
  /** 429: another request holds the object. */
  | { readonly kind: 'lockTimeout' }
  | { readonly kind: 'keyInUse' }
  /** The key was forgotten: a repeated request is done a second time. */
  | { readonly kind: 'keyExpired' }
  | { readonly kind: 'credentialRevoked' }
  /** 403: a restricted key that may not do this. */
  | { readonly kind: 'permissionMissing' }
  /** The object exists in the other environment only. */
  | { readonly kind: 'otherEnvironment' }
  | { readonly kind: 'decline'; readonly code: DeclineCode }
  /** Its events are delivered before the answer is sent. */
  | { readonly kind: 'eventsBeforeAnswer' }
  | { readonly kind: 'eventsTwice' }
  | { readonly kind: 'eventsReversed' }
  | { readonly kind: 'eventsLost' }
  | { readonly kind: 'eventsOfOtherVersion'; readonly version: string }
  | { readonly kind: 'eventsOfOtherEnvironment' }

/** Which requests are meant; absent members mean all. */
export interface Matcher {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** The whole path, or a pattern of it. */
  readonly path?: string | RegExp
  readonly params?: (params: RawGroup) => boolean
}

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly params: RawGroup
}

interface Planned {
  readonly fault: Fault
  readonly matcher: Matcher
  left: number
}

interface Drawn {
  readonly seed: number
  /** Of requests that change something, between 0 and 1. */
  readonly share: number
  readonly faults: readonly Fault[]
}

/** What a seed draws from, unless it is told: all that goes on without a hand and with the same key. */
const DRAWN: readonly Fault[] = [
  { kind: 'noConnection' },
  { kind: 'acceptedWithoutAnswer' },
  { kind: 'halfAnswer' },
  { kind: 'storedError', isDone: true },
  { kind: 'storedError', isDone: false },
  { kind: 'error', status: 500 },
  { kind: 'rateLimited' },
  { kind: 'rateLimited', retryAfterS: 2 },
  { kind: 'lockTimeout' },
  { kind: 'keyInUse' },
  { kind: 'eventsBeforeAnswer' },
  { kind: 'eventsTwice' },
  { kind: 'eventsReversed' },
  { kind: 'eventsLost' },
]

const MAX_PLANNED = 1_000
/** Faults that are remembered as injected. */
const MAX_REMEMBERED = 10_000

export function createFaults() {
  const planned: Planned[] = []
  const taken: Fault['kind'][] = []
  const waiting = new Set<() => void>()
  let drawn: Drawn | undefined
  let count = 0

  function draw({ method }: SeenRequest): Fault | undefined {
    if (drawn === undefined || method !== 'POST') return undefined
    const bytes = hash('sha256', `${drawn.seed}/${++count}`, 'buffer')
    const isHit = bytes.readUInt32BE(0) / 2 ** 32 < drawn.share
    return isHit ? drawn.faults[bytes.readUInt32BE(4) % drawn.faults.length] : undefined
  }

  function take(request: SeenRequest): Fault | undefined {
    const found = planned.find(({ matcher }) => matches(matcher, request))
    if (found !== undefined) found.left -= 1
    if (found?.left === 0) planned.splice(planned.indexOf(found), 1)
    const fault = found?.fault ?? draw(request)
    if (fault !== undefined) taken.push(fault.kind)
    if (taken.length > MAX_REMEMBERED) taken.shift()
    return fault
  }

  return {
    /** The next `times` requests that match have the fault. */
    add(fault: Fault, matcher: Matcher = {}, times = 1): void {
      if (planned.length >= MAX_PLANNED)
        throw new Error(`more than ${MAX_PLANNED} faults are planned`)
      planned.push({ fault, matcher, left: times })
    },
    /** From now on a share of all requests that change something has a fault, the same by each seed. */
    drawBy({ seed, share, faults = DRAWN }: Omit<Drawn, 'faults'> & Partial<Drawn>): void {
      drawn = { seed, share, faults }
      count = 0
    },
    /** No further faults. What is late stays so. */
    clear(): void {
      planned.length = 0
      drawn = undefined
    },
    /** Sends the answers that are late. */
    release(): void {
      for (const send of [...waiting]) send()
    },
    /** The kinds that were injected, in their order. */
    taken,
    take,
    waiting,
  }
}

export type Faults = ReturnType<typeof createFaults>

function matches({ method, path, params }: Matcher, request: SeenRequest): boolean {
  if (method !== undefined && method !== request.method) return false
  if (typeof path === 'string' && path !== request.path) return false
  if (path instanceof RegExp && !path.test(request.path)) return false
  return params?.(request.params) ?? true
}
