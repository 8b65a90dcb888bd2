import { hash } from 'node:crypto'

/** Which requests are meant; absent members mean all. */
export interface Matcher<Params> {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** The whole path, or a pattern of it. */
  readonly path?: string | RegExp
  readonly params?: (params: Params) => boolean
}

export interface SeenRequest<Params> {
  readonly method: string
  readonly path: string
  readonly params: Params
}

interface Planned<Fault, Params> {
  readonly fault: Fault
  readonly matcher: Matcher<Params>
  left: number
}

interface Drawn<Fault> {
  readonly seed: number
  /** Of requests that change something, between 0 and 1. */
  readonly share: number
  readonly faults: readonly Fault[]
}

const MAX_PLANNED = 1_000
/** Faults that are remembered as injected. */
const MAX_REMEMBERED = 10_000

/**
 * Says of each request what goes wrong with it: planned by a matcher, or drawn by a seed.
 *
 * @param drawnFrom what a seed draws from, unless it is told
 */
export function createFaults<Fault extends { readonly kind: string }, Params>(
  drawnFrom: readonly Fault[],
) {
  const planned: Planned<Fault, Params>[] = []
  const taken: Fault['kind'][] = []
  const waiting = new Set<() => void>()
  let drawn: Drawn<Fault> | undefined
  let count = 0

  function draw({ method }: SeenRequest<Params>): Fault | undefined {
    if (drawn === undefined || method !== 'POST') return undefined
    const bytes = hash('sha256', `${drawn.seed}/${++count}`, 'buffer')
    const isHit = bytes.readUInt32BE(0) / 2 ** 32 < drawn.share
    return isHit ? drawn.faults[bytes.readUInt32BE(4) % drawn.faults.length] : undefined
  }

  function take(request: SeenRequest<Params>): Fault | undefined {
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
    add(fault: Fault, matcher: Matcher<Params> = {}, times = 1): void {
      if (planned.length >= MAX_PLANNED)
        throw new Error(`more than ${MAX_PLANNED} faults are planned`)
      planned.push({ fault, matcher, left: times })
    },
    /** From now on a share of all requests that change something has a fault, the same by each seed. */
    drawBy({
      seed,
      share,
      faults = drawnFrom,
    }: Omit<Drawn<Fault>, 'faults'> & Partial<Drawn<Fault>>): void {
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

export type Faults<Fault extends { readonly kind: string }, Params> = ReturnType<
  typeof createFaults<Fault, Params>
>

function matches<Params>(
  { method, path, params }: Matcher<Params>,
  request: SeenRequest<Params>,
): boolean {
  if (method !== undefined && method !== request.method) return false
  if (typeof path === 'string' && path !== request.path) return false
  if (path instanceof RegExp && !path.test(request.path)) return false
  return params?.(request.params) ?? true
}
