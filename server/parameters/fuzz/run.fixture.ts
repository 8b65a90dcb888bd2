import {
  type FuzzedAnswer,
  type FuzzedGateway,
  openFuzzedGateway,
} from './fuzzed-gateway.fixture.ts'
import { type FuzzedRequest, fuzzedRequest } from './fuzzed-request.fixture.ts'
import { LARGE_BODY_BYTES } from './growth.fixture.ts'
import { judge } from './judge.fixture.ts'
import { foreignNames, forgetForeignNames } from './prototypes.fixture.ts'
import { type ReadingTime, timeReading } from './reading-time.fixture.ts'

export interface FuzzOptions {
  readonly seed: number
  readonly bodies: number
  /** Number of the first body. */
  readonly from?: number
  /** Hears how many bodies are done, each time that a new gateway is opened. */
  readonly tell?: (done: number) => void
}

/** A body that broke a promise; seed and number make it again. */
export interface FuzzFailure {
  readonly number: number
  readonly fault: string
  readonly request: FuzzedRequest
  readonly answer: FuzzedAnswer | undefined
}

/** A body by what it cost, in milliseconds. */
export interface CostlyBody {
  readonly number: number
  readonly milliseconds: number
  readonly request: FuzzedRequest
}

/** One large body. */
export interface LargeBody extends ReadingTime {
  readonly number: number
  readonly grown: string
}

export interface FuzzReport {
  readonly seed: number
  readonly bodies: number
  /** How many answers there were of each kind. */
  readonly answers: ReadonlyMap<string, number>
  /** How many bodies had each mutation, and how many of them were accepted all the same. */
  readonly mutations: ReadonlyMap<string, { readonly sent: number; readonly accepted: number }>
  /** Accepted requests that gave back a card number as another field's text. */
  readonly carriedNumbers: number
  readonly largestAnswerBytes: number
  /** The costliest bodies, each timed again: what the machine did meanwhile is not theirs. */
  readonly slowest: readonly CostlyBody[]
  /** Bodies of 64 kB, by the quickest of several readings. */
  readonly large: readonly LargeBody[]
  readonly failureCount: number
  /** The first ones. */
  readonly failures: readonly FuzzFailure[]
}

/** So that its store stays small. */
const BODIES_OF_A_GATEWAY = 2000
const MAX_FAILURES = 20
const MAX_SLOWEST = 5
/** How often a costly body is sent again; the quickest time counts. */
const REPEATS = 3
/** What still counts as a body of 64 kB: escapes and mutations change its size. */
const NEAR_LARGE = 0.1

/** Sends wrong bodies to the gateway and holds every answer against what it must be (R-FZ-1). */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const run = new Run(options)
  const { from = 0, bodies, tell } = options
  for (let done = 0; done < bodies; done += BODIES_OF_A_GATEWAY) {
    tell?.(done)
    await run.send(from + done, Math.min(BODIES_OF_A_GATEWAY, bodies - done))
  }
  return run.report()
}

/** Sends one body of a run again. `fault`: what is wrong with its answer, if anything is. */
export async function repeat(
  seed: number,
  number: number,
): Promise<{ request: FuzzedRequest; answer: FuzzedAnswer; fault: string | undefined }> {
  const request = fuzzedRequest(seed, number)
  const gateway = await openFuzzedGateway()
  const answer = await gateway.send(request).finally(() => gateway.close())
  const verdict = judge(request, answer)
  return { request, answer, fault: 'fault' in verdict ? verdict.fault : undefined }
}

class Run {
  readonly #seed: number
  readonly #bodies: number
  readonly #answers = new Map<string, number>()
  readonly #mutations = new Map<string, { sent: number; accepted: number }>()
  readonly #failures: FuzzFailure[] = []
  readonly #large: LargeBody[] = []
  #slowest: readonly CostlyBody[] = []
  /** The costliest of the gateway that is open, timed once. */
  #candidates: readonly CostlyBody[] = []
  #carriedNumbers = 0
  #largestAnswerBytes = 0
  #failureCount = 0

  constructor({ seed, bodies }: FuzzOptions) {
    this.#seed = seed
    this.#bodies = bodies
  }

  /** Sends the bodies of these numbers to a gateway of their own. */
  async send(from: number, count: number): Promise<void> {
    const gateway = await openFuzzedGateway()
    try {
      for (let number = from; number < from + count; number++) await this.#one(gateway, number)
      await this.#sendCostlyAgain(gateway)
    } finally {
      await gateway.close()
    }
  }

  report(): FuzzReport {
    return {
      seed: this.#seed,
      bodies: this.#bodies,
      answers: this.#answers,
      mutations: this.#mutations,
      carriedNumbers: this.#carriedNumbers,
      largestAnswerBytes: this.#largestAnswerBytes,
      slowest: this.#slowest,
      large: this.#large,
      failureCount: this.#failureCount,
      failures: this.#failures,
    }
  }

  async #one(gateway: FuzzedGateway, number: number): Promise<void> {
    const request = fuzzedRequest(this.#seed, number)
    this.#timeLarge(number, request)
    try {
      const answer = await gateway.send(request)
      this.#count(number, request, answer)
    } catch (error) {
      this.#fail({ number, fault: `${error}`, request, answer: undefined })
    }
    const foreign = foreignNames()
    if (foreign.length === 0) return
    forgetForeignNames()
    this.#fail({ number, fault: `prototypes have ${foreign}`, request, answer: undefined })
  }

  #count(number: number, request: FuzzedRequest, answer: FuzzedAnswer): void {
    this.#noteCost({ number, request, milliseconds: answer.milliseconds })
    this.#largestAnswerBytes = Math.max(this.#largestAnswerBytes, Buffer.byteLength(answer.text))
    const verdict = judge(request, answer)
    if ('fault' in verdict) {
      this.#fail({ number, fault: verdict.fault, request, answer })
      return
    }
    const { kind, carriedNumber } = verdict
    this.#answers.set(kind, (this.#answers.get(kind) ?? 0) + 1)
    if (carriedNumber) this.#carriedNumbers++
    this.#countMutations(request, answer.status === 200)
  }

  #countMutations({ mutations, grown }: FuzzedRequest, isAccepted: boolean): void {
    const all = [...mutations, ...(grown === undefined ? [] : [grown])]
    for (const name of new Set(all.length === 0 ? ['none'] : all)) {
      const count = this.#mutations.get(name) ?? { sent: 0, accepted: 0 }
      count.sent++
      if (isAccepted) count.accepted++
      this.#mutations.set(name, count)
    }
  }

  #timeLarge(number: number, request: FuzzedRequest): void {
    const { grown, body } = request
    const isNear = Math.abs(body.length / LARGE_BODY_BYTES - 1) <= NEAR_LARGE
    if (grown !== undefined && isNear) this.#large.push({ number, grown, ...timeReading(request) })
  }

  #noteCost(body: CostlyBody): void {
    const least = this.#candidates[MAX_SLOWEST - 1]?.milliseconds ?? 0
    if (body.milliseconds > least) this.#candidates = costliest([...this.#candidates, body])
  }

  async #sendCostlyAgain(gateway: FuzzedGateway): Promise<void> {
    const timed: CostlyBody[] = []
    for (const body of this.#candidates) {
      const times = [body.milliseconds]
      for (let time = 0; time < REPEATS; time++) {
        const answer = await gateway.send(body.request).catch(() => undefined)
        if (answer !== undefined) times.push(answer.milliseconds)
      }
      timed.push({ ...body, milliseconds: Math.min(...times) })
    }
    this.#candidates = []
    this.#slowest = costliest([...this.#slowest, ...timed])
  }

  #fail(failure: FuzzFailure): void {
    this.#failureCount++
    if (this.#failures.length < MAX_FAILURES) this.#failures.push(failure)
  }
}

function costliest(bodies: readonly CostlyBody[]): readonly CostlyBody[] {
  return bodies
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, MAX_SLOWEST)
}
