import type { BrowserStep } from '../common/authentication-wire.ts'
import { type AuthenticationService, browserToken } from '../server/features/three-ds/index.ts'
import type { Vault } from '../server/kernel/vault/vault.ts'
import { isRefusal, type Refusal } from '../server/results/refusal.ts'
import type { AuthenticationRow, PaymentRow } from '../server/store/port.ts'
import type { Audit } from './audit.ts'
import { latest } from './audited-payment.ts'
import type { Cluster } from './cluster.ts'
import { BROWSER } from './enrolled-cards.ts'
import type { FaultLog } from './faults.ts'
import { assertInvariant } from './invariants.ts'
import type { Random } from './random.ts'
import type { ResultSender } from './result-sender.ts'
import type { SimulatedIssuer } from './simulated-issuer.ts'
import type { Trace } from './trace.ts'

export interface CardholderParts {
  readonly random: Random
  readonly faults: FaultLog
  readonly trace: Trace
  readonly cluster: Cluster
  readonly audit: Audit
  readonly vault: Vault
  readonly issuer: SimulatedIssuer
  readonly results: ResultSender
  readonly guard: <Result>(judging: () => Result) => Result | undefined
}

/** One of so many of the latest authenticating payments is picked. */
const MAX_REMEMBERED = 5

/** Cardholders whose payments are being authenticated: in their browsers, and at their issuer. */
export class Cardholders {
  readonly #parts: CardholderParts

  constructor(parts: CardholderParts) {
    this.#parts = parts
  }

  /** One cardholder acts, perhaps in two tabs at once. */
  async act(): Promise<void> {
    const { random, audit, faults } = this.#parts
    const waiting = [...audit.payments.values()]
      .map(({ versions }) => latest(versions))
      .filter(({ state }) => state === 'authenticating')
      .slice(-MAX_REMEMBERED)
    if (waiting.length === 0) return
    const payment = random.pick(waiting)
    const row = audit.authentications.rows.get(payment.authenticationId ?? '')
    if (row === undefined) return
    const isTwice = random.chance(0.25)
    if (isTwice) faults.hit('browser.two-tabs')
    const act = () => this.#actOnce(payment, row)
    await Promise.all(isTwice ? [act(), act()] : [act()])
  }

  async #actOnce(payment: PaymentRow, row: AuthenticationRow): Promise<void> {
    const { random, issuer, results, faults } = this.#parts
    const transaction = issuer.transaction(row.id)
    const isAsked = transaction !== undefined && !transaction.isDecided
    const action = random.weighted({
      comes: 8,
      methodDone: row.state === 'browser' ? 4 : 0,
      methodTimedOut: row.state === 'browser' ? 3 : 0,
      decides: isAsked ? 10 : 0,
      challengeEnded: row.state === 'challenge' ? 3 : 0,
      cancels: 0.7,
      guesses: 0.3,
    })
    switch (action) {
      case 'comes':
        return this.#come(payment, {})
      case 'methodDone':
        await this.#ask(payment, 'the method call ends', (service) => service.methodDone(row.id))
        return
      case 'methodTimedOut':
        faults.hit('browser.method-unfinished')
        return this.#come(payment, { methodTimedOut: true })
      case 'decides':
        if (transaction !== undefined) results.decide(transaction, row.state)
        return
      case 'challengeEnded':
        if (isAsked) faults.hit('browser.ends-challenge-undecided')
        return this.#come(payment, { challengeEnded: true })
      case 'cancels':
        return this.#cancel(payment)
      case 'guesses':
        return this.#guess(payment)
    }
  }

  async #come(
    payment: PaymentRow,
    seen: { readonly methodTimedOut?: true; readonly challengeEnded?: true },
  ): Promise<void> {
    const { vault } = this.#parts
    const token = browserToken(payment, vault)
    const browser = Object.fromEntries(BROWSER.map(([name, value]) => [name, value]))
    const said = ['the browser comes', ...Object.keys(seen)].join(' ')
    const step = await this.#ask(payment, said, (service) =>
      service.next(payment.id, token, { ...seen, browser }),
    )
    this.#judge(payment, step)
  }

  async #cancel(payment: PaymentRow): Promise<void> {
    const { vault, faults } = this.#parts
    faults.hit('browser.cancels')
    const token = browserToken(payment, vault)
    const step = await this.#ask(payment, 'the shopper cancels', (service) =>
      service.cancel(payment.id, token),
    )
    this.#judge(payment, step)
  }

  /** An attacker who knows only the id. */
  async #guess(payment: PaymentRow): Promise<void> {
    const { faults, vault, guard } = this.#parts
    faults.hit('browser.wrong-token')
    const token = vault.keyedHash(payment.id)
    const step = await this.#ask(payment, 'somebody guesses', (service) =>
      service.cancel(payment.id, token),
    )
    const isRefused = step === undefined || isRefusal(step)
    guard(() => assertInvariant('rules', isRefused, () => 'a wrong token is let in'))
  }

  async #ask<Answer>(
    { id }: PaymentRow,
    said: string,
    ask: (service: AuthenticationService) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const { random, cluster, trace } = this.#parts
    const node = random.pick(cluster.namesUp)
    trace.line(`${node} is asked: ${said} for ${trace.alias('p', id)}`)
    return cluster.authenticate(node, ask)
  }

  /** A browser reads what is durable, and is sent to a challenge that the issuer knows. */
  #judge({ id }: PaymentRow, step: BrowserStep | Refusal | undefined): void {
    const { guard, audit, trace, issuer } = this.#parts
    if (step === undefined) return
    guard(() => {
      const told = () => `${trace.alias('p', id)} was told ${JSON.stringify(step)}`
      assertInvariant('rules', !isRefusal(step), told)
      trace.line(`  the browser is told: ${step.step}`)
      if (step.step === 'challenge') {
        const creq = JSON.parse(Buffer.from(step.creq, 'base64url').toString())
        const transaction = issuer.transaction(creq.threeDSServerTransID)
        const isOurs = audit.authentications.rows.get(creq.threeDSServerTransID)?.paymentId === id
        const isKnown = isOurs && transaction?.acsTransId === creq.acsTransID
        assertInvariant('authenticated', isKnown, told)
      }
      if (step.step !== 'done') return
      const { state } = latest(audit.payment(id).versions)
      const isTrue =
        step.outcome === 'pending' || (step.outcome === 'accepted') === (state === 'succeeded')
      assertInvariant('acknowledged', isTrue, told)
    })
  }
}
