import { expect } from 'vitest'
import { ONE_TIME_CODE } from '../../sandbox/directory/challenge.ts'
import { type MethodCall, OWN_RANGES, ownCard } from '../../sandbox/enrolled-cards.ts'
import { cardPayment, type Form } from '../testing/gateway.fixture.ts'
import {
  BROWSER_DATA,
  type SentShopper,
  ShopperBrowser,
} from '../testing/shopper-browser.fixture.ts'

const SHOPPERS_AT_ONCE = 12

/** After the clock was moved nothing waits for a time any more: each step is taken at once. */
const MAX_FINISH_MS = 30_000

/** Longer than a process waits for the directory's answer that another one asked for (45 s). */
const REQUESTS_ARE_LOST = 'PT1M'

/** Shoppers whose issuers ask them for a code, and whose gateway ends in the middle. */
export interface ChallengedShoppers {
  /**
   * Lets shoppers pay, those first who were interrupted before, until the process is killed;
   * `reached` is called after so many of their steps.
   */
  runUntilBroken(url: string, steps: number, reached: () => void): Promise<void>
  /** Lets every shopper go on until his payment has succeeded. */
  finish(url: string): Promise<void>
  /** How many shoppers were interrupted so far, once for each kill. */
  interruptions(): number
  /** Reads each payment, by its id and by its reference: there is one, and it is paid with its proof. */
  expectAllPaid(url: string): Promise<void>
  /** How many payments there are. */
  count(): number
}

interface Shopper {
  readonly key: string
  readonly form: Form
  /** The payment, when its answer has arrived. */
  payment?: { readonly id: string; readonly redirect: SentShopper }
  /** Whether his browser is back in the shop. */
  isBack?: boolean
}

interface ReadPayment {
  readonly id: string
  readonly result: { readonly code: string }
  readonly redirect?: SentShopper
  readonly threeDSecure?: { readonly eci?: string; readonly verificationId?: string }
}

const METHODS: readonly MethodCall[] = ['none', 'answers', 'silent']

/** Makes a process of the acquirer: between its intent and its outcome the charge can be interrupted. */
const SLOW_ACQUIRER = { 'customParameters[SIMULATOR_outcome]': 'delay:15' }

/** Every combination of method call, browser data and acquirer, one after the other. */
function formOf(number: number, entityId: string, merchantTransactionId: string): Form {
  const method = METHODS[number % METHODS.length]
  const range = OWN_RANGES.find((one) => one.method === method && one.version === '2.2.0')
  if (range === undefined) throw new Error(`No cards with the method call ${method}`)
  const hasBrowserData = Math.floor(number / METHODS.length) % 2 === 0
  const isSlow = Math.floor(number / METHODS.length / 2) % 2 === 0
  return cardPayment(entityId, {
    'card.number': ownCard(range, 'challenge'),
    shopperResultUrl: 'https://shop.example/result',
    merchantTransactionId,
    ...(hasBrowserData ? BROWSER_DATA : {}),
    ...(isSlow ? SLOW_ACQUIRER : {}),
  })
}

export function createChallengedShoppers(demo: {
  readonly entityId: string
  readonly accessToken: string
}): ChallengedShoppers {
  const { entityId } = demo
  const authorization = `Bearer ${demo.accessToken}`
  const shoppers: Shopper[] = []
  let unfinished: Shopper[] = []
  let interruptions = 0

  function newShopper(): Shopper {
    const key = `shopper-${shoppers.length}-of-the-kill-test`
    const shopper = { key, form: formOf(shoppers.length, entityId, key) }
    shoppers.push(shopper)
    return shopper
  }

  async function read<Body>(url: string, path: string): Promise<Body> {
    const answer = await fetch(url + path, { headers: { authorization } })
    return (await answer.json()) as Body
  }

  /** Sends the payment, with its key: a repeated one is answered like the first. */
  async function pay(url: string, { key, form }: Shopper): Promise<Required<Shopper>['payment']> {
    const response = await fetch(`${url}/v1/payments`, {
      method: 'POST',
      headers: { authorization, 'idempotency-key': key },
      body: new URLSearchParams(form as Record<string, string>),
    })
    const body = (await response.json()) as ReadPayment
    expect(body.result, JSON.stringify(body)).toMatchObject({ code: '000.200.000' })
    if (body.redirect === undefined) throw new Error(`No redirect: ${JSON.stringify(body)}`)
    return { id: body.id, redirect: body.redirect }
  }

  /** Goes on as far as it is possible now; answers whether the payment has succeeded. */
  async function goOn(url: string, shopper: Shopper, step: () => void): Promise<boolean> {
    shopper.payment ??= await pay(url, shopper)
    step()
    const { id, redirect } = shopper.payment
    if (!shopper.isBack) {
      const { last } = await new ShopperBrowser(url).authenticate(redirect, () => {
        step()
        return { code: ONE_TIME_CODE }
      })
      shopper.isBack = last.step === 'done'
      step()
    }
    const { result } = await read<ReadPayment>(url, `/v1/payments/${id}?entityId=${entityId}`)
    if (result.code !== '000.200.000') expect(result.code, id).toBe('000.100.110')
    return result.code === '000.100.110'
  }

  return {
    count: () => shoppers.length,
    interruptions: () => interruptions,

    async runUntilBroken(url, steps, reached) {
      const queue = unfinished
      const next: Shopper[] = []
      let left = steps
      const step = () => {
        left -= 1
        if (left === 0) reached()
      }
      const client = async () => {
        for (;;) {
          const shopper = queue.shift() ?? newShopper()
          const hasPaid = await goOn(url, shopper, step).catch((error: unknown) => {
            next.push(shopper)
            throw error
          })
          if (!hasPaid) next.push(shopper)
        }
      }
      const ends = await Promise.allSettled(Array.from({ length: SHOPPERS_AT_ONCE }, client))
      for (const end of ends) {
        // A shopper is interrupted by a connection that breaks, never by an answer.
        if (end.status === 'rejected' && !(end.reason instanceof TypeError)) throw end.reason
      }
      interruptions += ends.length
      unfinished = [...queue, ...next]
    },

    async finish(url) {
      const moved = await fetch(`${url}/test/clock`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ entityId, advance: REQUESTS_ARE_LOST }),
      })
      expect(moved.status, await moved.text()).toBe(200)
      const finished = (shopper: Shopper) =>
        expect
          .poll(() => goOn(url, shopper, () => undefined), {
            timeout: MAX_FINISH_MS,
            interval: 250,
          })
          .toBe(true)
      await Promise.all(unfinished.map(finished))
      unfinished = []
    },

    async expectAllPaid(url) {
      for (const { key, payment } of shoppers) {
        const path = `/v1/payments/${payment?.id}?entityId=${entityId}`
        expect(await read(url, path)).toMatchObject({
          result: { code: '000.100.110' },
          merchantTransactionId: key,
          threeDSecure: { eci: '05', verificationId: expect.stringMatching(/^.{28}$/) },
          resultDetails: { authenticationLiability: 'issuer' },
        })
        const found = `/v1/query?entityId=${entityId}&merchantTransactionId=${key}`
        const { payments } = await read<{ payments: readonly ReadPayment[] }>(url, found)
        expect(payments.map(({ id }) => id)).toEqual([payment?.id])
      }
    },
  }
}
