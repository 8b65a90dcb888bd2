import { isMessageFault, readMessage } from '../server/features/three-ds/messages/read-message.ts'
import type { AuthenticationState } from '../server/store/tables/authentication.ts'
import type { Cluster } from './cluster.ts'
import type { FaultLog } from './faults.ts'
import { assertInvariant } from './invariants.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import {
  eciOf,
  type IssuerTransaction,
  isProved,
  proofValueOf,
  type ResultStatus,
  type SimulatedIssuer,
} from './simulated-issuer.ts'
import type { Trace } from './trace.ts'

/** How late a result may be, in milliseconds. */
const MAX_LATENESS_MS = 20 * 60 * 1000
/** When the directory sends a result again that was not answered, and how often in all. */
const REPEATED_AFTER_MS = 3_000
const MAX_SENDINGS = 5

export interface ResultSenderParts {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly faults: FaultLog
  readonly trace: Trace
  readonly cluster: Cluster
  readonly issuer: SimulatedIssuer
  readonly guard: <Result>(judging: () => Result) => Result | undefined
}

/** Sends the decisions of cardholders to the nodes, as the directory's result requests (RReq). */
export class ResultSender {
  readonly #parts: ResultSenderParts

  constructor(parts: ResultSenderParts) {
    this.#parts = parts
  }

  /** A cardholder decides a challenge. `state`: of the authentication in the store. */
  decide(transaction: IssuerTransaction, state: AuthenticationState): void {
    const { random, faults, issuer } = this.#parts
    if (transaction.isDecided) return
    transaction.isDecided = true
    if (state !== 'challenge' && state !== 'decoupled') {
      faults.hit('directory.result-of-lost-challenge')
    }
    const status = issuer.drawStatus()
    const course = issuer.isTroubled
      ? random.weighted({ plain: 8, late: 2, twice: 2, never: 1, contradicts: 1 })
      : 'plain'
    if (course !== 'plain') faults.hit(`directory.result-${course}`)
    if (course === 'never') return
    const delayMs = course === 'late' ? random.integer(1, MAX_LATENESS_MS) : 0
    this.#sendLater(transaction, status, { delayMs, sendings: 1 })
    if (course === 'twice') this.#sendLater(transaction, status, { delayMs: 1, sendings: 1 })
    if (course === 'contradicts') {
      const other = status === 'Y' ? 'N' : 'Y'
      this.#sendLater(transaction, other, { delayMs: random.integer(0, 2_000), sendings: 1 })
    }
  }

  #sendLater(
    transaction: IssuerTransaction,
    status: ResultStatus,
    when: { readonly delayMs: number; readonly sendings: number },
  ): void {
    const { scheduler } = this.#parts
    void scheduler.after(when.delayMs, undefined, 'the directory sends a result', () => {
      // Not awaited: other events happen until the node has answered.
      void this.#send(transaction, status, when.sendings)
    })
  }

  async #send(
    transaction: IssuerTransaction,
    status: ResultStatus,
    sendings: number,
  ): Promise<void> {
    const { random, cluster, trace, faults, guard } = this.#parts
    const node = random.pick(cluster.namesUp)
    trace.line(`${node} gets a result: ${status}`)
    transaction.said.add(status)
    const [id = '', token = ''] = (transaction.serverUrl.split('/').at(-1) ?? '').split('.')
    const rreq = resultRequest(transaction, status)
    const answer = await cluster.authenticate(node, (service) =>
      service.receiveResult(id, token, rreq),
    )
    if (answer !== undefined) {
      guard(() => {
        const type = (answer as { readonly messageType?: string }).messageType
        const isValid = type === 'Erro' || !isMessageFault(readMessage('RRes', answer))
        assertInvariant('rules', isValid, () => `an RReq was answered ${JSON.stringify(answer)}`)
      })
    }
    const isHeard = answer !== undefined && !random.chance(0.1)
    if (isHeard || sendings >= MAX_SENDINGS) return
    faults.hit('directory.result-repeated')
    this.#sendLater(transaction, status, { delayMs: REPEATED_AFTER_MS, sendings: sendings + 1 })
  }
}

function resultRequest(transaction: IssuerTransaction, transStatus: ResultStatus): object {
  const { id, acsTransId, dsTransId, version } = transaction
  const proof = isProved(transStatus)
    ? { authenticationValue: proofValueOf(transaction, transStatus) }
    : {}
  return {
    messageType: 'RReq',
    messageVersion: version,
    threeDSServerTransID: id,
    acsTransID: acsTransId,
    dsTransID: dsTransId,
    messageCategory: '01',
    transStatus,
    authenticationType: '02',
    eci: eciOf(transStatus),
    interactionCounter: '01',
    ...proof,
    ...(transStatus === 'N' || transStatus === 'R' || transStatus === 'U'
      ? { transStatusReason: '01' }
      : {}),
  }
}
