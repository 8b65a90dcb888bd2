import type {
  Acquirer,
  EventFault,
  Fault,
  FurtherFault,
  Request,
  Sums,
} from './acquirer.fixture.ts'

/** What emulators in `sandbox/acquirers` have in common: `shared/faults.ts`, `shared/ledger.ts`, `shared/request-log.ts`. */
interface Emulated<Played> {
  readonly faults: {
    add(fault: Played, matcher: { readonly method: 'POST'; readonly path: RegExp }): void
    readonly waiting: { readonly size: number }
    release(): void
  }
  readonly ledger: {
    of(name: string): Sums | undefined
    all(): ReadonlyMap<string, Sums>
  }
  readonly requests: {
    readonly all: readonly {
      readonly method: string
      readonly path: string
      readonly params: unknown
      readonly refused: string | undefined
      readonly schemaFaults: readonly string[]
    }[]
  }
}

/** How the emulator of an acquirer is used by the suite. */
interface HowItIsPlayed<Played> {
  /** The requests of the connector, by their paths; those that it never sends are left out. */
  readonly paths: Readonly<Partial<Record<Request, RegExp>>>
  /** What the emulator calls each fault; those that cannot happen there are left out. */
  readonly faults: Readonly<Partial<Record<Fault | FurtherFault | EventFault, Played>>>
  /** What it calls an answer that waits until it is released. */
  readonly lateAnswer: Played
}

/** The members of an `Acquirer` that are the same for every emulator with faults, a ledger and a log of requests. */
export function emulatedBy<Played>(
  { faults: planned, ledger, requests }: Emulated<Played>,
  { paths, faults, lateAnswer }: HowItIsPlayed<Played>,
) {
  const next = (request: Request, played: Played | undefined, name: string) => {
    const path = paths[request]
    if (path === undefined || played === undefined) {
      throw new Error(`This emulator does not play ${name} of a ${request}`)
    }
    planned.add(played, { method: 'POST', path })
  }
  const fail = (request: Request, fault: Fault | FurtherFault | EventFault) =>
    next(request, faults[fault], fault)

  return {
    fail,
    failFurther: fail,
    answerLate(request) {
      next(request, lateAnswer, 'a late answer')
      return { isDone: () => planned.waiting.size > 0, answer: planned.release }
    },
    sums(name) {
      const sums = ledger.of(name)
      return sums && { captured: sums.captured, released: sums.released, refunded: sums.refunded }
    },
    charged: () => [...ledger.all().values()].reduce((sum, { captured }) => sum + captured, 0),
    invalid: () =>
      requests.all
        .filter(({ schemaFaults, refused }) => schemaFaults.length > 0 || refused !== undefined)
        .map(({ method, path, params, schemaFaults, refused }) =>
          JSON.stringify([method, path, refused, schemaFaults, params]),
        ),
  } satisfies Partial<Acquirer>
}
