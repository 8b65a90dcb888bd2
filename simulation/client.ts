import type { FlatBody } from '../server/parameters/table.ts'
import type { Attempt, Operation, PlannedAction } from './attempt.ts'
import { SHOPPERS_NAME } from './audited-payment.ts'
import type { Cluster } from './cluster.ts'
import { describeAction, describeOutcome } from './descriptions.ts'
import { typedCode } from './enrolled-cards.ts'
import type { AnswerJudge } from './judge-answers.ts'
import { judgeText } from './judge-authentications.ts'
import type { Memory } from './memory.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'
import type { Trace } from './trace.ts'

/** How often a client sends a request again that was not answered. */
const MAX_SENDINGS = 3

export interface ClientParts {
  readonly random: Random
  readonly scheduler: Scheduler
  readonly trace: Trace
  readonly cluster: Cluster
  readonly judge: AnswerJudge
  readonly credentials: { readonly entityId: string; readonly accessToken: string }
  readonly randomHex: (digits: number) => string
  /** Security codes of enrolled cards by the name of the operation. */
  readonly codes: Map<string, string>
  /** Runs a check, and keeps the error that it throws. */
  readonly guard: <Result>(judging: () => Result) => Result | undefined
}

type Request = Pick<Operation, 'method' | 'path' | 'body'>

/** Turns actions into requests and sends them, as merchants and shoppers do. */
export class Client {
  readonly #parts: ClientParts
  readonly #memory: Memory
  #count = 0

  constructor(parts: ClientParts, memory: Memory) {
    this.#parts = parts
    this.#memory = memory
  }

  /** How often an action is sent with an `Idempotency-Key`. */
  keyed(wish: PlannedAction, path: string, body: FlatBody, probability: number): Operation {
    const operation = this.#named(wish, { method: 'POST', path, body })
    if (!this.#parts.random.chance(probability)) return operation
    const keyed = { ...operation, key: operation.name }
    this.#memory.keepKeyed(keyed)
    return keyed
  }

  /** A status request for a payment. */
  async readPayment(paymentId: string): Promise<void> {
    const path = `/v1/payments/${paymentId}`
    await this.#sendPlainly({ kind: 'read', paymentId }, { method: 'GET', path, body: [] })
  }

  async readCheckout(checkoutId: string): Promise<void> {
    const path = `/v1/checkouts/${checkoutId}/payment`
    await this.#sendPlainly({ kind: 'readCheckout', checkoutId }, { method: 'GET', path, body: [] })
  }

  async delete(wish: PlannedAction, path: string): Promise<void> {
    await this.#sendPlainly(wish, { method: 'DELETE', path, body: [] })
  }

  async #sendPlainly(wish: PlannedAction, request: Request): Promise<void> {
    await this.send(this.#named(wish, request), false)
  }

  #named(wish: PlannedAction, request: Request): Operation {
    this.#count += 1
    const name = `operation-${this.#count}-${this.#parts.randomHex(4)}`
    const parameter = nameParameterOf(wish)
    const naming = parameter === undefined ? [] : [[parameter, name] as const]
    const body = [...request.body, ...naming]
    const code = typedCode(body)
    if (code !== undefined) this.#parts.codes.set(name, code)
    return { name, wish, ...request, body, firstSentAtMs: this.#parts.scheduler.now() }
  }

  /**
   * A client with a key sends unanswered requests again; sometimes, by `alongside`, it does not
   * even wait. Returns like `send`.
   */
  async sendWithPersistence(
    operation: Operation,
    alongside: (work: () => Promise<void>) => void,
  ): Promise<string | null | undefined> {
    if (operation.key === undefined) return this.send(operation, false)
    if (this.#parts.random.chance(0.15)) {
      alongside(async () => void (await this.send(operation, false)))
    }
    for (let sending = 1; sending <= MAX_SENDINGS; sending++) {
      const id = await this.send(operation, false)
      if (id !== undefined) return id
    }
    return undefined
  }

  /** Id of what the answer names, `null` for a refusal, `undefined` when there was no answer. */
  async send(operation: Operation, isForeignKey: boolean): Promise<string | null | undefined> {
    const { random, scheduler, cluster, trace, guard, judge, credentials } = this.#parts
    const { method, path, body, key, wish, name } = operation
    const node = random.pick(cluster.namesUp)
    const said = name.split('-', 2).join(' ')
    const foreign = isForeignKey ? ' under a foreign key' : ''
    trace.line(`${node} is asked: ${said} ${describeAction(wish, trace)}${foreign}`)
    const attempt: Attempt = {
      operation,
      startStep: scheduler.steps,
      startMs: scheduler.now(),
      isForeignKey,
    }
    const headers = {
      authorization: `Bearer ${credentials.accessToken}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const logId = this.#parts.randomHex(32)
    const outcome = await cluster.ask(node, { method, path, headers, body, logId })
    trace.line(`${said} got ${describeOutcome(outcome)}`)
    if (outcome.kind !== 'answer') return undefined
    const code = typedCode(body)
    guard(() => judgeText('an answer', outcome.answer.text, code === undefined ? [] : [code]))
    const id = guard(() => judge.judge(attempt, outcome.answer))
    if (typeof id === 'string') this.#memory.keepPayment(id)
    return id
  }
}

/**
 * The parameter with the operation's name in a request that makes a payment; a shopper may not use
 * the merchant's parameter.
 */
function nameParameterOf({ kind }: PlannedAction): string | undefined {
  switch (kind) {
    case 'pay':
    case 'payStored':
    case 'refer':
      return 'merchantTransactionId'
    case 'submit':
      return SHOPPERS_NAME
    default:
      return undefined
  }
}
