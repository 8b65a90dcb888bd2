import { HOUR_MS } from '../common/durations.ts'
import type { FlatBody } from '../server/parameters/table.ts'
import type { PaymentRow } from '../server/store/port.ts'
import type { IssuedRecord } from './acquirer-files.ts'
import type { Audit } from './audit.ts'
import { latest } from './audited-payment.ts'
import type { Cluster } from './cluster.ts'
import type { DeskAnswer } from './desk.ts'
import { type DisputeCase, drawCases } from './dispute-cases.ts'
import { assertInvariant } from './invariants.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import type { Trace } from './trace.ts'

export interface DisputingParts {
  /** Its own, so that the life of payments before it stays as it is. */
  readonly random: Random
  readonly scheduler: Scheduler
  readonly audit: Audit
  readonly trace: Trace
  readonly cluster: Cluster
  readonly credentials: { readonly entityId: string; readonly accessToken: string }
  /** Of the administrator who enters what letters say. */
  readonly adminToken: string
  readonly randomHex: (digits: number) => string
  readonly guard: (judging: () => void) => void
}

/** What was answered of a dispute: its history at that moment. */
export interface HeardOf {
  readonly disputeId: string
  readonly history: readonly { readonly kind: string; readonly stage: string }[]
}

/** Requests under way at the same time, and acts while there are faults, for each case. */
const MAX_RUNNING = 3
const ACTS_OF_CASE = 14

const JUMPS_MS = [2 * HOUR_MS, 25 * HOUR_MS, 25 * HOUR_MS, 50 * HOUR_MS]

const ACTS = { tell: 10, enter: 4, decide: 3, answer: 8, read: 2, beat: 4, jump: 2 }

/** Refusals of the acts below; a request under a key that is not answered yet, and one of too many. */
const NOTHING_TO_ANSWER = '700.400.402'
const NO_EVIDENCE = '200.300.404'
const TOO_MUCH = '700.300.600'
const WAITS_ALREADY = '700.400.570'
const NOT_NOW = ['800.600.100', '800.120.100']

/**
 * Acquirers, merchants and the two persons of the back office around disputes: cases are told, entered from
 * letters, allowed, contested with evidence, accepted and forgotten, on any node, again and at the same time.
 */
export class Disputing {
  readonly cases: readonly DisputeCase[]
  readonly heard: HeardOf[] = []
  readonly #parts: DisputingParts
  /** How many steps of each case are known to have arrived. */
  readonly #told: Map<DisputeCase, number>
  #started = 0
  #running = 0
  #count = 0
  /** The time to jump to as soon as nothing else is left to do. */
  jumpToMs: number | undefined

  constructor(
    payments: readonly PaymentRow[],
    records: readonly IssuedRecord[],
    parts: DisputingParts,
  ) {
    this.#parts = parts
    this.cases = drawCases(payments, records, parts.random)
    this.#told = new Map(this.cases.map((each) => [each, 0]))
  }

  /** Whether enough was tried with faults. */
  get isTired(): boolean {
    return this.#running === 0 && this.#started >= this.cases.length * ACTS_OF_CASE
  }

  get mayStart(): boolean {
    return this.#running < MAX_RUNNING && this.#started < this.cases.length * ACTS_OF_CASE
  }

  get isWaiting(): boolean {
    return this.#running > 0
  }

  /** Somebody does something. */
  start(): void {
    const act = this.#parts.random.weighted(ACTS)
    this.#begin(() => this.#perform(act))
  }

  /** Tells one of the steps that have not arrived. */
  startMissing(): void {
    const missing = this.cases.filter((each) => this.#toldOf(each) < each.steps.length)
    if (missing.length > 0) this.#begin(() => this.#tell(this.#parts.random.pick(missing)))
  }

  #begin(work: () => Promise<void>): void {
    this.#started += 1
    this.#running += 1
    void work().finally(() => {
      this.#running -= 1
    })
  }

  #toldOf(each: DisputeCase): number {
    return this.#told.get(each) ?? 0
  }

  async #perform(act: keyof typeof ACTS): Promise<void> {
    const { random, cluster, scheduler } = this.#parts
    switch (act) {
      case 'tell':
        return this.#tell(random.pick(this.cases))
      case 'enter':
        return this.#enter(random.pick(this.cases))
      case 'decide':
        return this.#decide()
      case 'answer':
        return this.#answer()
      case 'read':
        return this.#read()
      case 'beat':
        return cluster.runDue(random.pick(cluster.namesUp))
      case 'jump':
        this.jumpToMs ??= scheduler.now() + random.pick(JUMPS_MS)
    }
  }

  /** The acquirer tells the next step of a case, or one again that it has told before. */
  async #tell(each: DisputeCase): Promise<void> {
    const { random } = this.#parts
    const told = this.#toldOf(each)
    const isAgain = told === each.steps.length || (told > 0 && random.chance(0.25))
    const at = isAgain ? random.integer(0, told - 1) : told
    const answer = await this.#post('/test/disputes', {
      name: `tell-${each.reference}-${at}`,
      body: [['paymentId', each.paymentId], ...this.#reportBody(each, at)],
      // The acquirer tells facts: nothing of it is refused.
      refusals: [],
    })
    if (answer !== undefined) this.#arrived(each, at)
  }

  /** A person enters what a letter says: the latest step, or the next one before the acquirer tells it. */
  async #enter(each: DisputeCase): Promise<void> {
    const { random, adminToken } = this.#parts
    const told = this.#toldOf(each)
    const at = Math.min(random.integer(Math.max(0, told - 1), told), each.steps.length - 1)
    const { respondByDays: _days, ...step } = each.steps[at] ?? { stage: 'firstChargeback' }
    const answer = await this.#post(`/admin/v1/payments/${each.paymentId}/disputes`, {
      name: `enter-${each.reference}-${at}-${this.#count}`,
      token: adminToken,
      body: [
        ...bodyOfStep(step),
        ['acquirerReference', each.reference],
        ['reason', 'A letter of the acquirer'],
        ['by', 'Jane Jones'],
      ],
      refusals: [NOTHING_TO_ANSWER, TOO_MUCH, WAITS_ALREADY],
    })
    if (answer?.status === 200) this.#arrived(each, at)
  }

  /** The second person allows what waits. */
  async #decide(): Promise<void> {
    const { random, audit, cluster, trace } = this.#parts
    const requests = [...audit.disputes.requests.values()]
    const waiting = requests.filter(({ state }) => state === 'waiting')
    if (waiting.length === 0) return
    const { id } = random.pick(waiting)
    const node = random.pick(cluster.namesUp)
    trace.line(`${node} hears that the second person allows a dispute`)
    await cluster.allowDispute(node, id)
  }

  /** The merchant adds evidence, contests or accepts, mostly what is open. */
  async #answer(): Promise<void> {
    const { random, audit } = this.#parts
    const all = [...audit.disputes.all.values()].map(({ versions }) => latest(versions))
    const open = all.filter(({ outcome, respondByMs }) => outcome === 'open' && respondByMs)
    const from = open.length > 0 && random.chance(0.8) ? open : all
    if (from.length === 0) return
    const { id } = random.pick(from)
    const what = random.weighted({ evidence: 4, submission: 3, acceptance: 1 })
    const name = `${what}-${this.#count}`
    const body: FlatBody =
      what === 'evidence'
        ? [
            ['fileName', `${name}.txt`],
            ['mediaType', 'text/plain'],
            ['content', 'RGVsaXZlcmVk'],
          ]
        : [['note', name]]
    const refusals = [NOTHING_TO_ANSWER, NO_EVIDENCE]
    await this.#post(`/v1/disputes/${id}/${what}`, { name, body, refusals })
  }

  async #read(): Promise<void> {
    const { random, audit } = this.#parts
    const ids = [...audit.disputes.all.keys()]
    if (ids.length === 0) return
    await this.#ask('GET', `/v1/disputes/${random.pick(ids)}`, { name: 'read', body: [] })
  }

  #arrived(each: DisputeCase, at: number): void {
    this.#told.set(each, Math.max(this.#toldOf(each), at + 1))
  }

  #reportBody({ reference, steps }: DisputeCase, at: number): FlatBody {
    const step = steps[at]
    if (step === undefined) throw new Error('A case has no such step')
    return [...bodyOfStep(step), ['acquirerReference', reference]]
  }

  /** A request with or without a key; sometimes the same one goes out twice at the same time. */
  async #post(path: string, asked: Asked): Promise<DeskAnswer | undefined> {
    const { random } = this.#parts
    this.#count += 1
    const keyed = random.chance(0.5) ? { ...asked, key: asked.name } : asked
    if (keyed.key !== undefined && random.chance(0.2)) {
      this.#begin(async () => void (await this.#ask('POST', path, keyed)))
    }
    return this.#ask('POST', path, keyed)
  }

  async #ask(method: 'GET' | 'POST', path: string, asked: Asked): Promise<DeskAnswer | undefined> {
    const { random, cluster, trace, guard, credentials, randomHex } = this.#parts
    const { name, body, key, token = credentials.accessToken, refusals = [] } = asked
    const node = random.pick(cluster.namesUp)
    trace.line(`${node} is asked: ${method} ${name}`)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const outcome = await cluster.ask(node, {
      method,
      path,
      headers,
      body: [['entityId', credentials.entityId], ...body],
      logId: randomHex(32),
    })
    trace.line(`${name} got ${outcome.kind === 'answer' ? outcome.answer.status : outcome.kind}`)
    if (outcome.kind !== 'answer') return undefined
    const { answer } = outcome
    let isTaken = false
    guard(() => {
      isTaken = this.#judgeAnswer(answer, refusals, name)
    })
    return isTaken ? answer : undefined
  }

  /** Whether it was taken, not refused. */
  #judgeAnswer({ status, text }: DeskAnswer, refusals: readonly string[], name: string): boolean {
    const { id, result, history } = JSON.parse(text) as AnswerBody
    if (status === 200 && id !== undefined && history !== undefined) {
      this.heard.push({ disputeId: id, history })
      judgeHeard({ disputeId: id, history }, this.#parts.audit)
    }
    if (status < 300) return true
    const isRight = status < 500 && [...refusals, ...NOT_NOW].includes(result.code)
    assertInvariant('disputed', isRight, () => `${name} was answered ${status} ${text}`)
    return false
  }
}

interface Asked {
  /** Names the request, and is its key if it has one. */
  readonly name: string
  readonly body: FlatBody
  readonly key?: string
  /** Absent: that of the merchant. */
  readonly token?: string
  /** Codes with which it may be refused. */
  readonly refusals?: readonly string[]
}

interface AnswerBody {
  readonly id?: string
  readonly result: { readonly code: string }
  readonly history?: HeardOf['history']
}

/** What was answered is durable, and stays. */
export function judgeHeard({ disputeId, history }: HeardOf, audit: Audit): void {
  const { events } = audit.disputes.of(disputeId)
  const isKept = history.every(
    ({ kind, stage }, at) => events[at]?.kind === kind && events[at]?.stage === stage,
  )
  assertInvariant('acknowledged', isKept, () => {
    return `answered was the history ${JSON.stringify(history)}, durable is ${JSON.stringify(events)}`
  })
}

function bodyOfStep(step: DisputeCase['steps'][number]): FlatBody {
  const { stage, outcome, amountMinor, respondByDays } = step
  const amount =
    amountMinor === undefined
      ? []
      : ([
          ['amount', (amountMinor / 100).toFixed(2)],
          ['currency', 'EUR'],
        ] as const)
  return [
    ['stage', stage],
    ...(outcome === undefined ? [] : [['disputeOutcome', outcome] as const]),
    ...amount,
    ...(respondByDays === undefined ? [] : [['respondByDays', String(respondByDays)] as const]),
  ]
}
