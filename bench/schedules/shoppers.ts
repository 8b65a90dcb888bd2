import { cardPaymentForm, type Target } from '../load/requests.ts'
import { quantile } from '../measure/statistics.ts'

export interface ShopperFigures {
  readonly paid: number
  /** How long their payments took. */
  readonly says: string
}

/** Shoppers who come at fixed times, however long the payments of others take, to each gateway in turn. */
export class Shoppers {
  readonly #targets: readonly Target[]
  readonly #under = new Set<Promise<void>>()
  readonly #tookMs: number[] = []
  #came = 0
  #timer: NodeJS.Timeout | undefined

  constructor(targets: readonly Target[]) {
    this.#targets = targets
  }

  start(perSecond: number): void {
    const startMs = performance.now()
    this.#timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startMs) * perSecond) / 1000)
      while (this.#came < due) this.#come()
    }, 5)
  }

  /** Rejects where a payment was not approved. */
  async stop(): Promise<ShopperFigures> {
    clearInterval(this.#timer)
    await Promise.all(this.#under)
    const ascending = this.#tookMs.toSorted((one, other) => one - other)
    const [half, most] = [quantile(ascending, 0.5), quantile(ascending, 0.99)]
    const longest = ascending.at(-1) ?? Number.NaN
    return {
      paid: ascending.length,
      says: `p50 ${half.toFixed(1)} ms, p99 ${most.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`,
    }
  }

  #come(): void {
    const target = this.#targets[this.#came++ % this.#targets.length] as Target
    const payment = this.#pay(target)
    this.#under.add(payment)
    void payment.then(
      () => this.#under.delete(payment),
      () => undefined,
    )
  }

  async #pay(target: Target): Promise<void> {
    const { host, port, token } = target
    const startMs = performance.now()
    const answer = await fetch(`http://${host}:${port}/v1/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: cardPaymentForm(target),
    })
    const text = await answer.text()
    if (!text.includes('000.100.110')) throw new Error(`A shopper was answered ${text}`)
    this.#tookMs.push(performance.now() - startMs)
  }
}
