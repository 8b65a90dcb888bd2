import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts'
import { EMULATED_API_KEY, EMULATED_MERCHANT } from '../../sandbox/acquirers/adyen/emulator.ts'
import { readDetails, storedDetails } from '../../server/payments/details.ts'
import type { PaymentRow } from '../../server/store/port.ts'
import { merchantAt } from '../conformance/merchant.fixture.ts'
import { ENROLLED, emulatedAdyen } from './adyen.fixture.ts'

/** A shop that pays through an emulated Adyen; `options`: what the account may do there. */
async function adyenShop(options: Parameters<typeof emulatedAdyen>[0] = {}) {
  const { start, emulator } = emulatedAdyen(options)
  const shop = await merchantAt(start)
  const adyen = emulator()
  return {
    ...shop,
    adyen,
    /** What Adyen calls a payment of ours. */
    there: (paymentId: string) => adyen.paymentsOf(paymentId).at(-1)?.pspReference ?? '',
    family: ({ familyId }: PaymentRow) => shop.gateway.store.read.paymentsOfFamily(familyId),
  }
}

const result = { shopperResultUrl: 'https://shop.example/result' }
const person = { 'customer.givenName': 'Jane', 'customer.surname': 'Jones' }

const noCard = {
  'card.number': undefined,
  'card.holder': undefined,
  'card.cvv': undefined,
  'card.expiryMonth': undefined,
  'card.expiryYear': undefined,
}
const debit = {
  ...noCard,
  paymentBrand: 'DIRECTDEBIT_SEPA',
  'bankAccount.iban': 'DE89370400440532013000',
  'bankAccount.holder': 'Jane Jones',
}

describe('a payment that Adyen authenticates', () => {
  it.each([
    ['authorise', { state: 'succeeded', resultCode: '000.100.112' }],
    ['refuse', { state: 'failed', resultCode: '100.380.401' }],
  ] as const)('ends when its shopper, who will %s, has come back', async (decision, after) => {
    const { begin, read, adyen, there, comesBack } = await adyenShop()
    const waiting = await begin(ENROLLED)
    expect(waiting.body).toMatchObject({ result: { code: '000.200.000' } })
    const address = adyen.happenings.shopperDecides(there(waiting.id), decision)
    expect(await comesBack(address)).toContain('https://shop.example/result')
    expect(await read(waiting.id)).toMatchObject(after)
  })

  it('does not end by what its shopper brings back of another payment', async () => {
    const { begin, read, adyen, there, gateway } = await adyenShop()
    const [one, other] = [await begin(ENROLLED), await begin(ENROLLED)]
    const backOf = (id: string, decision: 'authorise' | 'refuse') =>
      new URL(adyen.happenings.shopperDecides(there(id), decision))
    const address = gateway.url + backOf(one.id, 'authorise').pathname
    await fetch(address + backOf(other.id, 'refuse').search, { redirect: 'manual' })
    expect(await read(one.id)).toMatchObject({ state: 'pending' })
  })

  it('is charged once where the answer to the return is lost', async () => {
    const { begin, read, adyen, there, comesBack, gateway } = await adyenShop()
    const { id } = await begin(ENROLLED)
    adyen.faults.add({ kind: 'acceptedWithoutAnswer' }, { path: /\/payments\/details$/ })
    await comesBack(adyen.happenings.shopperDecides(there(id), 'authorise'))
    expect(await read(id)).toMatchObject({ state: 'pending' })
    gateway.clock.advance(2 * HOUR_MS)
    await expect.poll(() => read(id)).toMatchObject({ state: 'succeeded' })
    expect(adyen.ledger.of(there(id))).toMatchObject({ captured: 9200 })
  })

  it('fails when its shopper does not come back, and nothing is charged', async () => {
    const { begin, read, adyen, there, gateway } = await adyenShop()
    const { id } = await begin(ENROLLED)
    gateway.clock.advance(2 * HOUR_MS)
    await expect.poll(() => read(id)).toMatchObject({ state: 'failed', resultCode: '100.396.103' })
    expect(adyen.ledger.of(there(id))?.captured ?? 0).toBe(0)
  })
})

describe('a payment by the shopper’s bank', () => {
  it('is told by an event, also where the shopper does not come back', async () => {
    const { begin, read, adyen, there, told } = await adyenShop()
    const { id } = await begin({ ...noCard, ...result, paymentBrand: 'IDEAL' })
    adyen.happenings.shopperDecides(there(id), 'authorise')
    await told()
    expect(await read(id)).toMatchObject({ state: 'succeeded', resultCode: '000.100.112' })
  })

  it('that nobody pays ends when the offer is closed, and not by our clock', async () => {
    const { begin, read, adyen, gateway, told } = await adyenShop()
    const { id } = await begin({ ...noCard, ...result, paymentBrand: 'IDEAL' })
    gateway.clock.advance(59 * MINUTE_MS)
    await told()
    expect(await read(id)).toMatchObject({ state: 'pending' })
    gateway.clock.advance(2 * MINUTE_MS)
    adyen.runDue()
    await told()
    expect(await read(id)).toMatchObject({ state: 'failed', resultCode: '100.396.103' })
  })

  it('by direct debit is charged', async () => {
    const { pay } = await adyenShop()
    expect(await pay(debit)).toMatchObject({ state: 'succeeded' })
  })
})

describe('an answer that explains itself', () => {
  it('names the fields that Adyen is not sent, by what that may change', async () => {
    const { explained } = await adyenShop()
    const sent = { 'threeDSecure.exemptionFlag': '01', taxAmount: '14.69', 'customer.sex': 'F' }
    const sentences = await explained('fields', { ...person, ...sent })
    expect(sentences.map((one) => one.replace(/^"adyen:[0-9a-f]{32}" /, '')).toSorted()).toEqual([
      'is not sent customer.sex: this may change the risk',
      'is not sent taxAmount: this may change the cost',
      'is not sent threeDSecure.exemptionFlag: this may change the liability',
    ])
  })
})

describe('a series', () => {
  const first = {
    'standingInstruction.mode': 'INITIAL',
    'standingInstruction.source': 'CIT',
    'standingInstruction.type': 'RECURRING',
  }
  const later = {
    ...first,
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.source': 'MIT',
  }

  it('is charged with the token of the account, and not with the number again', async () => {
    const { begin, charge, adyen } = await adyenShop()
    const { body } = await begin({ ...first, createRegistration: 'true' })
    const registrationId = String(body.registrationId)
    expect(await charge(registrationId, later)).toMatchObject({ state: 'succeeded' })
    const { params } = adyen.requests.all.at(-1) as { params: Record<string, unknown> }
    expect(params).toMatchObject({
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'Subscription',
      paymentMethod: { storedPaymentMethodId: expect.any(String) },
    })
    expect(params.paymentMethod).not.toHaveProperty('number')
  })
})

describe('a later payment of a series that began elsewhere', () => {
  it('is sent with the number, and with what the network calls the first one', async () => {
    const { pay, adyen } = await adyenShop()
    const later = {
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.source': 'MIT',
      'standingInstruction.type': 'RECURRING',
      'standingInstruction.initialTransactionId': '016150703802094',
    }
    expect(await pay({ ...later, 'card.cvv': undefined })).toMatchObject({ state: 'succeeded' })
    expect(adyen.requests.all.at(-1)).toMatchObject({
      params: {
        shopperInteraction: 'ContAuth',
        paymentMethod: { type: 'scheme', networkPaymentReference: '016150703802094' },
      },
    })
  })
})

describe('a decrypted wallet', () => {
  it('is charged with its cryptogram, as the network’s token of the card', async () => {
    const { pay, adyen } = await adyenShop()
    const wallet = {
      paymentBrand: undefined,
      'card.cvv': undefined,
      'applePay.source': 'web',
      'threeDSecure.verificationId': 'AAABBZEEBgAAAAAAAAQGAAAAAAA=',
      'threeDSecure.eci': '5',
    }
    expect(await pay(wallet)).toMatchObject({ state: 'succeeded', paymentBrand: 'APPLEPAY' })
    expect(adyen.requests.all.at(-1)).toMatchObject({
      params: {
        paymentMethod: { type: 'networkToken', brand: 'visa' },
        mpiData: { tokenAuthenticationVerificationValue: expect.any(String), eci: '05' },
      },
    })
  })
})

describe('a stored card that its shopper pays with again, without a date', () => {
  it('is not charged as one that the merchant starts', async () => {
    const { begin, charge, adyen } = await adyenShop()
    const series = {
      'standingInstruction.source': 'CIT',
      'standingInstruction.type': 'UNSCHEDULED',
    }
    const first = { ...series, 'standingInstruction.mode': 'INITIAL', createRegistration: 'true' }
    const { body } = await begin(first)
    const again = { ...series, 'standingInstruction.mode': 'REPEATED' }
    expect(await charge(String(body.registrationId), again)).toMatchObject({ state: 'succeeded' })
    expect(adyen.requests.all.at(-1)).toMatchObject({
      params: { shopperInteraction: 'ContAuth', recurringProcessingModel: 'CardOnFile' },
    })
  })
})

describe('a charge whose answer is lost', () => {
  it('is found by the same request once more, under the same key', async () => {
    const { begin, adyen, there, gateway, read } = await adyenShop()
    adyen.faults.add({ kind: 'acceptedWithoutAnswer' }, { path: /\/payments$/ })
    const paid = await begin()
    expect(paid).toMatchObject({ state: 'intent' })
    // Its event is still on its way.
    gateway.clock.advance(31_000)
    await expect.poll(() => read(paid.id)).toMatchObject({ state: 'succeeded' })
    expect(paths(adyen)).toEqual(['/v71/payments', '/v71/payments'])
    expect(adyen.paymentsOf(paid.id)).toHaveLength(1)
    expect(adyen.ledger.of(there(paid.id))).toMatchObject({ captured: 9200 })
  })

  it('is sent again no more when its shopper has gone: it is voided, and charges nothing', async () => {
    const { begin, read, adyen, there, gateway, told } = await adyenShop({ capture: 'manual' })
    adyen.faults.add({ kind: 'acceptedWithoutAnswer' }, { path: /\/payments$/ })
    const { id } = await begin({ paymentType: 'PA' })
    // Nobody asks in the time in which it could be sent again.
    for (const ms of [20 * MINUTE_MS, HOUR_MS]) {
      gateway.clock.advance(ms)
      await expect.poll(() => attemptsOf(gateway, id)).toBeGreaterThan(0)
    }
    await expect.poll(() => paths(adyen)).toContain('/v71/cancels')
    expect(await read(id)).toMatchObject({ state: 'intent' })
    // The approval comes with the event of the cancel, and is none any more.
    await told()
    expect(await read(id)).toMatchObject({ state: 'failed', resultCode: '900.100.301' })
    expect(adyen.ledger.of(there(id))).toMatchObject({ authorised: 9200, released: 9200 })
  })
})

describe('an answer that comes when its payment was voided', () => {
  it('is an approval that is voided by its name', async () => {
    const { begin, read, adyen, gateway, acquirer } = await adyenShop()
    const late = acquirer.answerLate?.('charge')
    const begun = begin({ paymentType: 'PA' })
    await expect.poll(() => late?.isDone()).toBe(true)
    const { params } = adyen.requests.all.at(-1) as unknown as { params: { reference: string } }
    // As another process does, which has known of the payment for long enough.
    const sent = await read(params.reference)
    const { id, version: expectedVersion, updatedAtMs } = sent
    const details = storedDetails(sent, { ...readDetails(sent), voidedAtMs: updatedAtMs })
    const set = { details, updatedAtMs }
    await gateway.store.commit([{ kind: 'stepPayment', id, expectedVersion, set }])
    late?.answer()
    expect(await begun).toMatchObject({ state: 'intent' })
    expect(paths(adyen).at(-1)).toBe(
      `/v71/payments/${adyen.paymentsOf(id).at(-1)?.pspReference}/reversals`,
    )
  })
})

describe('a decline that is told late', () => {
  it('of an earlier charge of a payment does not become what the payment is called there', async () => {
    const { pay, refer, adyen, told } = await adyenShop()
    const hold = await pay({ paymentType: 'PA' })
    expect(await declinedThere(adyen.url, hold.id)).toMatchObject({ resultCode: 'Refused' })
    await told()
    const capture = await refer(hold, 'CP', { amount: '30.00', currency: 'EUR' })
    expect(capture).toMatchObject({ state: 'succeeded' })
  })
})

/** A second charge there with the reference of a payment of ours, which is declined. */
async function declinedThere(url: string, reference: string): Promise<unknown> {
  const answer = await fetch(`${url}/v71/payments`, {
    method: 'POST',
    headers: { 'x-api-key': EMULATED_API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({
      merchantAccount: EMULATED_MERCHANT,
      reference,
      amount: { currency: 'EUR', value: 9200 },
      returnUrl: 'https://shop.example/',
      paymentMethod: {
        type: 'scheme',
        number: '4111111111111111',
        expiryMonth: '03',
        expiryYear: '2030',
        cvc: '737',
        holderName: 'NOT_ENOUGH_BALANCE',
      },
    }),
  })
  return answer.json()
}

describe('an approval of less than was asked for', () => {
  it('is paid back at once, and the payment has failed', async () => {
    const { begin, read, adyen, there, told } = await adyenShop()
    adyen.faults.add({ kind: 'lessApproved', amount: 5000 }, { path: /\/payments$/ })
    const { id } = await begin()
    await told()
    expect(await read(id)).toMatchObject({ state: 'failed' })
    expect(adyen.ledger.of(there(id))).toMatchObject({ captured: 5000, refunded: 5000 })
  })
})

describe('a debit that Adyen captures by itself', () => {
  it('is told as a capture, which changes nothing', async () => {
    const { pay, told, read, kept } = await adyenShop({ tellsAutomaticCaptures: true })
    const debited = await pay()
    await told()
    expect(await read(debited.id)).toMatchObject({ state: 'succeeded', failedLaterAtMs: null })
    expect(await kept()).toEqual([])
  })

  it('and whose capture fails is taken back', async () => {
    const { pay, told, read, adyen, there } = await adyenShop()
    const debited = await pay()
    adyen.happenings.told(there(debited.id), 'CAPTURE_FAILED', 'Capture Failed')
    await told()
    expect((await read(debited.id)).failedLaterAtMs).not.toBeNull()
  })
})

describe('a debit that is made again', () => {
  it('and whose capture fails is taken back', async () => {
    const { pay, refer, told, read, adyen, there } = await adyenShop()
    const again = await refer(await pay(), 'RB', { amount: '30.00', currency: 'EUR' })
    adyen.happenings.told(there(again.id), 'CAPTURE_FAILED', 'Capture Failed')
    await told()
    expect((await read(again.id)).failedLaterAtMs).not.toBeNull()
  })
})

describe('what is done in the pages of Adyen', () => {
  it('is booked: a refund, once, and its failure', async () => {
    const { pay, told, adyen, there, family, read } = await adyenShop()
    const debited = await pay()
    const name = adyen.happenings.refundElsewhere(there(debited.id), 2000)
    await told()
    expect(await read(debited.id)).toMatchObject({ refundedMinor: 2000 })
    adyen.happenings.refundFails(name)
    await told()
    expect(await read(debited.id)).toMatchObject({ refundedMinor: 0 })
    expect((await family(debited)).map(({ operation }) => operation)).toEqual([
      'first',
      'refund',
      'lateFailure',
    ])
  })

  it('is not what was asked for here, whose name is not known yet', async () => {
    const { pay, refer, adyen, family } = await adyenShop({
      modificationsTellReferenceOf: 'payment',
    })
    const debited = await pay()
    adyen.faults.add({ kind: 'acceptedWithoutAnswer' }, { path: /refunds$/ })
    const refund = await refer(debited, 'RF', { amount: '30.00', currency: 'EUR' })
    expect(refund).toMatchObject({ state: 'succeeded' })
    expect((await family(debited)).map(({ operation }) => operation)).toEqual(['first', 'refund'])
  })

  it('ends a hold that is cancelled there', async () => {
    const { pay, told, adyen, there, read } = await adyenShop()
    const hold = await pay({ paymentType: 'PA' })
    adyen.happenings.cancelledElsewhere(there(hold.id))
    await told()
    await expect.poll(async () => (await read(hold.id)).expiredAtMs).not.toBeNull()
  })
})

const paths = (adyen: { requests: { all: readonly { path: string }[] } }) =>
  adyen.requests.all.map(({ path }) => path)

type Gateway = Awaited<ReturnType<typeof adyenShop>>['gateway']

async function attemptsOf(gateway: Gateway, id: string): Promise<number> {
  return (await gateway.store.read.timer('paymentRecovery', id))?.attempts ?? 0
}

describe('what has happened there afterwards', () => {
  const euros = { currency: 'EUR' }

  it('is booked: a capture that fails and is made again, and a refund that comes back', async () => {
    const { pay, refer, adyen, told, read, family } = await adyenShop()
    const hold = await pay({ paymentType: 'PA' })
    const capture = await refer(hold, 'CP', { amount: '30.00', ...euros })
    const name = nameOfChange(adyen)
    adyen.happenings.captureFails(name)
    await told()
    expect((await read(capture.id)).failedLaterAtMs).not.toBeNull()
    expect(await read(hold.id)).toMatchObject({ capturedMinor: 0 })
    const again = await refer(hold, 'CP', { amount: '30.00', ...euros })
    expect([again.state, (await read(hold.id)).capturedMinor]).toEqual(['succeeded', 3000])
    const debited = await pay()
    const refund = await refer(debited, 'RF', { amount: '30.00', ...euros })
    adyen.happenings.refundFails(nameOfChange(adyen))
    await told()
    expect((await read(refund.id)).failedLaterAtMs).not.toBeNull()
    expect((await family(debited)).map(({ operation }) => operation)).toContain('lateFailure')
  })

  it('needs people where a capture that was taken back is repeated there', async () => {
    const { pay, refer, adyen, told, kept } = await adyenShop()
    const hold = await pay({ paymentType: 'PA' })
    await refer(hold, 'CP', { amount: '30.00', ...euros })
    const name = nameOfChange(adyen)
    adyen.happenings.captureFails(name)
    await told()
    adyen.happenings.captureIsRepeated(name)
    await told()
    expect(await kept()).toMatchObject([{ name: 'CAPTURE', state: 'refused' }])
  })

  it('ends a hold that has expired', async () => {
    const { pay, told, read, gateway } = await adyenShop()
    const hold = await pay({ paymentType: 'PA' })
    gateway.clock.advance(29 * DAY_MS)
    await told()
    await expect.poll(async () => (await read(hold.id)).expiredAtMs).not.toBeNull()
  })

  it.each(['modification', 'payment'] as const)(
    'is told with the reference of the %s, and counts for the change alone',
    async (modificationsTellReferenceOf) => {
      const { pay, refer, read } = await adyenShop({ modificationsTellReferenceOf })
      const hold = await pay({ paymentType: 'PA' })
      const tooMuch = await refer(hold, 'CP', { amount: '30.00', ...euros })
      expect(tooMuch).toMatchObject({ state: 'succeeded' })
      expect(await refer(tooMuch, 'RF', { amount: '10.00', ...euros })).toMatchObject({
        state: 'succeeded',
      })
      expect(await read(hold.id)).toMatchObject({ state: 'succeeded', capturedMinor: 3000 })
    },
  )

  it('is a refusal of the change, and leaves its payment as it is', async () => {
    const { pay, refer, read, adyen } = await adyenShop({ modificationsTellReferenceOf: 'payment' })
    const hold = await pay({ paymentType: 'PA' })
    adyen.faults.add({ kind: 'modificationFails', reason: 'Acquirer Error' }, { path: /captures$/ })
    expect(await refer(hold, 'CP', { amount: '30.00', ...euros })).toMatchObject({
      state: 'failed',
      resultCode: '900.100.200',
    })
    expect(await read(hold.id)).toMatchObject({ state: 'succeeded', capturedMinor: 0 })
  })
})

/** The name of the change that was asked for last. */
function nameOfChange(adyen: { notifications: { all: readonly unknown[] } }): string {
  const last = adyen.notifications.all.at(-1) as { item: { pspReference: string } }
  return last.item.pspReference
}
