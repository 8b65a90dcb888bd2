import { ONE_TIME_CODE } from '../../sandbox/directory/challenge.ts'
import { formOf } from '../../sandbox/directory/issuer-pages/browser.fixture.ts'
import {
  BROWSER_DATA,
  isAuthenticationPage,
  ShopperBrowser,
} from '../../server/testing/shopper-browser.fixture.ts'
import { until } from './until.ts'

export type Form = Readonly<Record<string, string>>

interface Redirect {
  readonly url: string
  readonly parameters?: readonly { readonly name: string; readonly value: string }[]
}

/** What a shop reads of an answer. */
export interface Answer {
  readonly id?: string
  readonly result: { readonly code: string; readonly description?: string }
  readonly resultDetails?: Readonly<Record<string, string>>
  readonly registrationId?: string
  readonly amounts?: Readonly<Record<string, string>>
  readonly redirect?: Redirect
}

/** A payment that has its outcome. */
export interface Paid extends Answer {
  readonly id: string
}

export interface ShopParts {
  readonly gatewayUrl: string
  readonly entityId: string
  readonly accessToken: string
  /** Lets time pass where an outcome does not come; `undefined`: outcomes come by themselves. */
  readonly letTimePass: ((step: number) => Promise<boolean>) | undefined
  /** Has a person go through the pages of a real bank; absent: the pages are emulated, and decided here. */
  readonly askPerson?: (address: string) => Promise<void>
  /** What the shopper's card has beside its number, where the acquirer's test cards want it so. */
  readonly shopper?: Form
}

/** The shopper's card without its number. */
const SHOPPER: Form = {
  paymentBrand: 'VISA',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
  'customer.ip': '203.0.113.7',
  'customer.email': 'jane@example.com',
}

export const isPending = ({ result }: Answer) =>
  /^(000\.200|100\.400\.500|800\.400\.5)/.test(result.code)
export const isSuccess = ({ result }: Answer) =>
  /^(000\.000|000\.100\.1|000\.[36])/.test(result.code)
/** The acquirer was not reached, or its page did not come: the shopper tries again. */
export const isLost = ({ result }: Answer) => /^(900\.|100\.396\.103)/.test(result.code)

const TRIES = 12

/**
 * A merchant's server: it knows the address, the entity and the token of the gateway, and nothing of acquirers.
 * What has failed because an acquirer was not reached it asks for once more, as shops do.
 */
export class Shop {
  readonly #parts: ShopParts
  readonly #browser: ShopperBrowser
  #orders = 0

  constructor(parts: ShopParts) {
    this.#parts = parts
    this.#browser = new ShopperBrowser(parts.gatewayUrl)
  }

  /** Pays with a card; the payment as it ends. */
  pay(form: Form): Promise<Paid> {
    const sent = { ...SHOPPER, ...this.#parts.shopper, ...form }
    return this.#insist(() => this.post('/v1/payments', { ...sent, ...this.#order() }))
  }

  /** Pays with a card whose cardholder is asked on the pages that the gateway leads to. */
  payWithChallenge(form: Form): Promise<Paid & { readonly pages: readonly string[] }> {
    const pages: string[] = []
    const sent = {
      ...SHOPPER,
      ...this.#parts.shopper,
      ...BROWSER_DATA,
      ...form,
      shopperResultUrl: 'https://shop.example/done',
    }
    const paid = this.#insist(async () => {
      const answer = await this.post('/v1/payments', { ...sent, ...this.#order() })
      if (answer.redirect !== undefined) pages.push(...(await this.#follow(answer.redirect)))
      return answer
    })
    return paid.then((one) => ({ ...one, pages }))
  }

  /** A capture, refund or reversal of a payment; one whose outcome is not known may be done, and is not asked for again. */
  refer(id: string, form: Form): Promise<Paid> {
    return this.#insist(() => this.post(`/v1/payments/${id}`, form), isLost)
  }

  /** Pays with a card that is stored. */
  charge(registrationId: string, form: Form): Promise<Paid> {
    const path = `/v1/registrations/${registrationId}/payments`
    return this.#insist(() => this.post(path, { ...form, ...this.#order() }))
  }

  async post(path: string, form: Form): Promise<Answer> {
    const { gatewayUrl, entityId, accessToken } = this.#parts
    const answer = await fetch(gatewayUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: new URLSearchParams({ entityId, ...form }),
    })
    return (await answer.json()) as Answer
  }

  async get(path: string): Promise<Answer> {
    const { gatewayUrl, entityId, accessToken } = this.#parts
    const answer = await fetch(`${gatewayUrl}${path}?${new URLSearchParams({ entityId })}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    return (await answer.json()) as Answer
  }

  /** All payments of an order, the oldest first. */
  async paymentsOf(order: string): Promise<readonly Paid[]> {
    const { gatewayUrl, entityId, accessToken } = this.#parts
    const query = new URLSearchParams({ entityId, merchantTransactionId: order })
    const answer = await fetch(`${gatewayUrl}/v3/query?${query}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const { records = [] } = (await answer.json()) as { readonly records?: readonly Paid[] }
    return records.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  }

  #order(): Form {
    this.#orders += 1
    return { merchantTransactionId: `order ${this.#orders} of ${this.#parts.entityId.slice(-8)}` }
  }

  async #insist(
    ask: () => Promise<Answer>,
    isAskedAgain = (paid: Paid) => isLost(paid) || isPending(paid),
  ): Promise<Paid> {
    for (let count = 1; ; count++) {
      const answer = await ask()
      const mayRepeat = count < TRIES
      // Nothing was made of it.
      if (answer.id === undefined && isLost(answer) && mayRepeat) continue
      const paid = await this.outcome(answer)
      if (!isAskedAgain(paid) || !mayRepeat) return paid
    }
  }

  /** The payment once it has its outcome. */
  async outcome(answer: Answer): Promise<Paid> {
    const { id } = answer
    if (id === undefined) throw new Error(JSON.stringify(answer))
    if (!isPending(answer)) return { ...answer, id }
    const { letTimePass } = this.#parts
    let paid = answer
    const hasEnded = async () => {
      paid = await this.get(`/v1/payments/${id}`)
      return !isPending(paid)
    }
    if (letTimePass === undefined) await until(`the outcome of ${id}`, hasEnded)
    else {
      for (let step = 0; !(await until(id, hasEnded, 1_000).catch(() => false)); step++) {
        if (!(await letTimePass(step))) break
      }
    }
    return { ...paid, id }
  }

  /** Goes where the answer leads, decides on each page, and comes back; the pages on which somebody was asked. */
  async #follow({ url, parameters = [] }: Redirect): Promise<readonly string[]> {
    const { askPerson } = this.#parts
    if (askPerson !== undefined) {
      const query = new URLSearchParams(parameters.map(({ name, value }) => [name, value]))
      await askPerson(parameters.length === 0 ? url : `${url}?${query}`)
      return [url]
    }
    const { steps, last } = await this.#browser.authenticate({ url, parameters }, () => ({
      code: ONE_TIME_CODE,
    }))
    const ours = steps.includes('challenge') ? [url] : []
    if (last.step !== 'redirect') return ours
    const { redirect } = last
    if (isAuthenticationPage(redirect)) {
      const there = new ShopperBrowser(new URL(redirect.url).origin)
      const journey = await there.authenticate(redirect, () => ({ code: ONE_TIME_CODE }))
      if (journey.last.step === 'done') await fetch(journey.last.returnUrl, { redirect: 'manual' })
      return [...ours, redirect.url]
    }
    formOf(await (await fetch(redirect.url)).text())
    const decided = await fetch(redirect.url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'authorise' }),
      redirect: 'manual',
    })
    const back = decided.headers.get('location')
    if (back === null) throw new Error(`The page of the acquirer leads nowhere: ${decided.status}`)
    await fetch(back, { redirect: 'manual' })
    return [...ours, redirect.url]
  }
}
