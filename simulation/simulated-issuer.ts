import { MINUTE_MS, SECOND_MS } from '../common/durations.ts'
import type {
  Authenticated,
  AuthenticationInput,
  AuthenticationResult,
  ThreeDsServer,
} from '../server/features/three-ds/index.ts'
import { isEnrolled, METHOD_NUMBER } from './enrolled-cards.ts'
import type { FaultLog } from './faults.ts'
import { assertInvariant } from './invariants.ts'
import type { Random } from './random.ts'
import type { Owner, Scheduler } from './scheduler.ts'
import type { Trace } from './trace.ts'

/** How long the 3DS server waits for the directory's answer, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10 * SECOND_MS

/** How long a cardholder has outside of the browser, in milliseconds. */
const MIN_DECOUPLED_MS = 5 * MINUTE_MS
const MAX_DECOUPLED_MS = 90 * MINUTE_MS

export type ResultStatus = AuthenticationResult['transStatus']

/** One authentication as the issuer knows it. It survives every crash. */
export interface IssuerTransaction {
  readonly id: string
  /** Where its result is sent: address with the transaction's token. */
  readonly serverUrl: string
  readonly version: string
  readonly acsTransId: string
  readonly dsTransId: string
  /** What was answered to the 3DS server, or would have been if the answer was lost. */
  readonly kind: 'result' | 'challenge' | 'decoupled'
  /** Each result that a node got or was sent: a charge with any other is wrong. */
  readonly said: Set<ResultStatus>
  /** The cardholder has decided. */
  isDecided: boolean
}

export interface IssuerParts {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: FaultLog
  readonly trace: Trace
  readonly randomHex: (digits: number) => string
  /** Called with what a node asks before anything else happens. */
  readonly onRequest: (input: AuthenticationInput) => void
}

/**
 * Simulated directory and issuer; their memory survives every crash. The course of an
 * authentication is drawn from the seed.
 */
export class SimulatedIssuer {
  readonly #parts: IssuerParts
  readonly #transactions = new Map<string, IssuerTransaction>()
  isTroubled = false
  /** How often a message of the directory is lost; drawn for each run. */
  troubleRate = 0

  constructor(parts: IssuerParts) {
    this.#parts = parts
  }

  transaction(id: string): IssuerTransaction | undefined {
    return this.#transactions.get(id)
  }

  /** The 3DS server of one life of a node. */
  connect(owner: Owner): ThreeDsServer {
    return {
      serves: () => true,
      refreshRanges: async () => undefined,
      rangeOf: (number) => {
        if (!isEnrolled(number)) return undefined
        const methodUrl = 'https://issuer.example/method'
        return number === METHOD_NUMBER ? { version: '2.2.0', methodUrl } : { version: '2.2.0' }
      },
      // Always outside, so that requests and answers can be lost.
      decide: () => undefined,
      authenticate: (input) => this.#authenticate(input, owner),
    }
  }

  async #authenticate(input: AuthenticationInput, owner: Owner): Promise<Authenticated> {
    const { scheduler, faults, random } = this.#parts
    this.#parts.onRequest(input)
    const isLost = this.isTroubled && random.chance(this.troubleRate)
    const course = isLost
      ? random.weighted({
          'directory.away': 2,
          'directory.request-lost': 1,
          'directory.answer-lost': 2,
        })
      : undefined
    if (course !== undefined) faults.hit(course)
    if (course === 'directory.away') {
      return scheduler.defer(owner, 'reaches no directory', () => failed('unreachable'))
    }
    const arrived =
      course === 'directory.request-lost'
        ? undefined
        : scheduler.defer(undefined, 'an authentication arrives at the issuer', () =>
            this.#open(input),
          )
    if (course !== undefined) {
      const label = 'hears nothing from the directory'
      return scheduler.after(ANSWER_TIMEOUT_MS, owner, label, () => failed('timeout'))
    }
    const transaction = await arrived
    if (transaction === undefined) return new Promise(() => undefined)
    return scheduler.defer(owner, 'hears from the directory', () => this.#answerOf(transaction))
  }

  #open(input: AuthenticationInput): IssuerTransaction {
    const { random, faults, trace, randomHex } = this.#parts
    const { transactionId: id, serverUrl, version } = input
    const isNew = !this.#transactions.has(id)
    assertInvariant('once', isNew, () => 'the directory was asked twice about one transaction')
    const kind = this.isTroubled
      ? random.weighted({ result: 5, challenge: 9, decoupled: 1 })
      : 'result'
    if (kind !== 'result') faults.hit(`issuer.${kind}`)
    trace.line(`  the issuer says: ${kind}`)
    const ids = { acsTransId: uuidOf(randomHex(32)), dsTransId: uuidOf(randomHex(32)) }
    const transaction = { id, serverUrl, version, ...ids, kind, said: new Set<ResultStatus>() }
    const opened = { ...transaction, isDecided: kind === 'result' }
    this.#transactions.set(id, opened)
    return opened
  }

  #answerOf(transaction: IssuerTransaction): Authenticated {
    const { random } = this.#parts
    const { acsTransId, dsTransId, kind } = transaction
    switch (kind) {
      case 'challenge':
        return { kind, acsUrl: 'https://issuer.example/challenge', acsTransId, dsTransId }
      case 'decoupled':
        return {
          kind,
          acsTransId,
          dsTransId,
          waitMs: random.integer(MIN_DECOUPLED_MS, MAX_DECOUPLED_MS),
        }
      case 'result': {
        const status = this.drawStatus()
        transaction.said.add(status)
        return { kind, result: resultOf(transaction, status) }
      }
    }
  }

  /** The issuer's decision about a cardholder. */
  drawStatus(): ResultStatus {
    const { random, faults, trace } = this.#parts
    const status: ResultStatus = this.isTroubled
      ? random.weighted({ Y: 8, A: 2, N: 2, U: 1, R: 1 })
      : 'Y'
    if (status !== 'Y') faults.hit(`issuer.says-${status}`)
    trace.line(`  the issuer says: ${status}`)
    return status
  }
}

/** The proof that the issuer gives with a status, of one transaction and no other. */
export function proofValueOf({ id }: Pick<IssuerTransaction, 'id'>, status: ResultStatus): string {
  return Buffer.from(`${status} ${id.replaceAll('-', '')}`.slice(0, 20)).toString('base64')
}

/** The ECI of Visa for a status. */
export function eciOf(status: ResultStatus): string {
  return status === 'Y' ? '05' : status === 'A' ? '06' : '07'
}

export function isProved(status: ResultStatus): boolean {
  return status === 'Y' || status === 'A'
}

function resultOf(transaction: IssuerTransaction, transStatus: ResultStatus): AuthenticationResult {
  const { version, acsTransId, dsTransId } = transaction
  const proof = isProved(transStatus)
    ? { authenticationValue: proofValueOf(transaction, transStatus) }
    : {}
  return { transStatus, version, acsTransId, dsTransId, eci: eciOf(transStatus), ...proof }
}

function failed(reason: 'timeout' | 'unreachable'): Authenticated {
  return { kind: 'failed', reason }
}

/** 32 hex as a UUID of version 4. */
function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
