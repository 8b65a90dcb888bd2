import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../common/durations.ts'
import { brandNames, paymentBrand } from '../../../common/payment-brands.ts'
import {
  type Form,
  startTestGateway,
  type TestGateway,
  useTestGateway,
  type WireAnswer,
} from '../../testing/gateway.fixture.ts'
import { channelOf, legacyMerchant, sendBare } from '../../testing/merchants.fixture.ts'

const brandsOf = (flow: 'redirect' | 'slip') =>
  brandNames.filter((name) => paymentBrand(name)?.flow === flow)

const REDIRECTS = brandsOf('redirect')
const SLIPS = brandsOf('slip')
const ALL = [...REDIRECTS, ...SLIPS]

function payment(paymentBrand: string, entityId: string): Form {
  return {
    entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    paymentBrand,
    shopperResultUrl: 'https://shop.example/result',
  }
}

/** The simulator's page of an answer, where the payment is decided: its path and the fields of its form. */
function pageOf({ body }: WireAnswer): { path: string; form: Record<string, string> } {
  const { redirect, resultDetails } = body as unknown as {
    redirect?: { url: string; parameters: { name: string; value: string }[] }
    resultDetails?: { SimulatorUrl?: string }
  }
  if (redirect !== undefined) {
    const form = Object.fromEntries(redirect.parameters.map(({ name, value }) => [name, value]))
    return { path: `${new URL(redirect.url).pathname}/decide`, form }
  }
  const { pathname, searchParams } = new URL(resultDetails?.SimulatorUrl ?? '')
  return { path: pathname, form: Object.fromEntries(searchParams) }
}

async function choose(
  { url }: TestGateway,
  answer: WireAnswer,
  choice: Record<string, string>,
): Promise<string> {
  const { path, form } = pageOf(answer)
  const body = new URLSearchParams({ ...form, ...choice })
  const response = await fetch(url + path, { method: 'POST', body, redirect: 'manual' })
  expect(response.status).toBe(303)
  return response.headers.get('location') ?? ''
}

const gateway = useTestGateway()
const pay = (brand: string) =>
  gateway().post('/v1/payments', payment(brand, gateway().demo.entityId))
const codeOf = async ({ body }: WireAnswer) =>
  (await gateway().get(`/v1/payments/${body.id}`)).body.result.code

describe('a payment that waits for its shopper', () => {
  it.each([
    ['approve', '', '000.100.110'],
    ['decline', '800.100.203', '800.100.203'],
    ['cancel', '', '100.396.101'],
    ['expire', '', '100.396.103'],
  ])(
    'of every brand ends at once with %s, and its status says so',
    async (choice, code, expected) => {
      for (const brand of ALL) {
        const paid = await pay(brand)
        expect([brand, paid.status, paid.body.result.code]).toEqual([
          brand,
          200,
          SLIPS.includes(brand) ? '000.200.001' : '000.200.000',
        ])
        await choose(gateway(), paid, { choice, code })
        expect([brand, await codeOf(paid)]).toEqual([brand, expected])
      }
    },
  )

  it('of every brand stays pending until it is decided days later', async () => {
    for (const brand of ALL) {
      const paid = await pay(brand)
      await choose(gateway(), paid, { choice: 'wait' })
      expect([brand, await codeOf(paid)]).toEqual([brand, paid.body.result.code])
      await choose(gateway(), paid, { choice: 'approve' })
      expect([brand, await codeOf(paid)]).toEqual([brand, '000.100.110'])
    }
  })

  it.each(['approve', 'decline', 'cancel', 'expire', 'wait'])(
    'of every redirect brand brings the shopper back to the shop after %s',
    async (choice) => {
      for (const brand of REDIRECTS) {
        const paid = await pay(brand)
        const back = new URL(await choose(gateway(), paid, { choice, code: '800.100.152' }))
        expect([brand, back.origin + back.pathname]).toEqual([brand, 'https://shop.example/result'])
        expect(Object.fromEntries(back.searchParams)).toEqual({
          id: paid.body.id,
          resourcePath: `/v1/payments/${paid.body.id}`,
        })
      }
    },
  )
})

describe('a hold', () => {
  it('of every brand waits in the legacy profile, is held after the approval, and captured', async () => {
    const merchant = await legacyMerchant(gateway())
    const send = (path: string, form: Form) =>
      sendBare(gateway(), `POST ${path}`, { token: merchant.accessToken, form })
    for (const brand of ALL) {
      const hold = { ...payment(brand, channelOf(merchant)), paymentType: 'PA' }
      const held = await send('/v1/payments', hold)
      expect([brand, held.body.result.code]).toEqual([
        brand,
        SLIPS.includes(brand) ? '000.200.001' : '000.200.000',
      ])
      await choose(gateway(), held, { choice: 'approve' })
      const capture = { paymentType: 'CP', amount: '92.00', currency: 'EUR' }
      const captured = await send(`/v1/payments/${held.body.id}`, capture)
      expect([brand, captured.body.result.code]).toEqual([brand, '000.100.110'])
    }
  })

  it('is taken in the strict profile of accounts at a provider and of cards alone', async () => {
    const { entityId } = gateway().demo
    for (const brand of ALL) {
      const { body } = await gateway().post('/v1/payments', {
        ...payment(brand, entityId),
        paymentType: 'PA',
      })
      const { kind } = paymentBrand(brand) ?? {}
      const isTaken = kind === 'virtualAccount' || kind === 'card'
      expect([brand, body.result.code]).toEqual([brand, isTaken ? '000.200.000' : '600.200.310'])
    }
  })
})

describe('a payment that nobody decides', () => {
  let own: TestGateway
  const paid = new Map<string, WireAnswer>()

  beforeAll(async () => {
    own = await startTestGateway()
    for (const brand of ALL) {
      paid.set(brand, await own.post('/v1/payments', payment(brand, own.demo.entityId)))
    }
  })
  afterAll(() => own.close())

  const states = async (brands: readonly string[]) => {
    const ids = brands.map((brand) => paid.get(brand)?.body.id ?? '')
    const rows = await Promise.all(ids.map((id) => own.store.read.payment(id)))
    return [...new Set(rows.map((row) => `${row?.state} ${row?.resultCode}`))]
  }

  it('of a redirect brand fails after a day with 100.396.103, a slip waits for two weeks', async () => {
    own.clock.advance(DAY_MS - HOUR_MS)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await states(REDIRECTS)).toEqual(['pending 000.200.000'])
    own.clock.advance(2 * HOUR_MS)
    await expect.poll(() => states(REDIRECTS)).toEqual(['failed 100.396.103'])
    expect(await states(SLIPS)).toEqual(['pending 000.200.001'])
    own.clock.advance(14 * DAY_MS)
    await expect.poll(() => states(SLIPS)).toEqual(['failed 100.396.103'])
  })

  it('of every brand stays failed when its approval comes after that, and the merchant is warned', async () => {
    for (const [brand, answer] of paid) {
      for (let times = 0; times < 2; times++) await choose(own, answer, { choice: 'late' })
      const { body } = await own.get(`/v1/payments/${answer.body.id}`)
      expect([brand, body.result.code]).toEqual([brand, '100.396.103'])
      const details = body.resultDetails as unknown as Record<string, string>
      expect(details.ApprovedByAcquirerAt).toMatch(/^2026-/)
      expect(await own.store.read.postingsOfFamily(answer.body.id)).toEqual([])
    }
  })

  it('takes no other decision after that', async () => {
    const answer = paid.get('PAYPAL') as WireAnswer
    await choose(own, answer, { choice: 'approve' })
    expect((await own.get(`/v1/payments/${answer.body.id}`)).body.result.code).toBe('100.396.103')
  })
})

describe('the account that a provider tells', () => {
  const answered = async (form: Form, choice: Record<string, string>) => {
    const brand = form.paymentBrand ?? ''
    const paid = await gateway().post('/v1/payments', {
      ...payment(brand, gateway().demo.entityId),
      ...form,
    })
    await choose(gateway(), paid, { choice: 'approve', ...choice })
    return (await gateway().get(`/v1/payments/${paid.body.id}`)).body
  }

  it('is at the bank that the shopper has chosen on the page', async () => {
    expect(await answered({ paymentBrand: 'IDEAL' }, { bank: 'Rabobank' })).toMatchObject({
      bankAccount: {
        holder: 'Test Holder',
        bankName: 'Rabobank',
        iban: 'NL91ABNA0417164300',
        bic: 'TESTNL21',
        country: 'NL',
      },
    })
  })

  it('is the account of the reference with the bank SIMULATOR, and with none', async () => {
    const account = {
      holder: 'Test Holder',
      bankName: 'Test Bank',
      iban: 'DE23100000001234567890',
      bic: 'MARKDEF1100',
    }
    for (const bank of ['SIMULATOR', '', 'Bank of nowhere']) {
      const body = await answered({ paymentBrand: 'SOFORTUEBERWEISUNG' }, { bank })
      expect(body.bankAccount).toMatchObject(account)
    }
  })

  it('is in the country and at the bank that the request names', async () => {
    const named = { paymentBrand: 'SOFORTUEBERWEISUNG', 'bankAccount.country': 'PL' }
    expect((await answered(named, {})).bankAccount).toMatchObject({
      country: 'PL',
      iban: 'PL61109010140000071219812874',
      holder: 'Test Holder',
    })
    const bank = { paymentBrand: 'EPS', 'bankAccount.bankName': 'Oberbank' }
    expect((await answered(bank, {})).bankAccount).toMatchObject({
      bankName: 'Oberbank',
      country: 'AT',
    })
  })

  it('is the one that the shopper has logged in with', async () => {
    const body = await answered({ paymentBrand: 'PAYPAL' }, { accountId: 'jane@example.com' })
    expect(body.virtualAccount).toEqual({ accountId: 'jane@example.com' })
    const none = await answered({ paymentBrand: 'PAYPAL' }, { accountId: '' })
    expect(none.virtualAccount).toEqual({ accountId: 'shopper@example.com' })
  })
})
