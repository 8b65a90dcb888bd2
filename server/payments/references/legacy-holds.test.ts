import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../app/cli/command.fixture.ts'
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts'
import { databaseFiles } from '../../store/testing/database-files.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  useTestGateway,
  type WireAnswer,
} from '../../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  legacyMerchant,
  sendBare,
  type TestMerchant,
} from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()
let legacy: TestMerchant
let strict: TestMerchant

beforeAll(async () => {
  legacy = await legacyMerchant(gateway())
  strict = await addMerchant(gateway())
})

const send = (merchant: TestMerchant, path: string, form: Form) =>
  sendBare(gateway(), `POST ${path}`, { token: merchant.accessToken, form })

const create = (merchant: TestMerchant, form: Form) =>
  send(merchant, '/v1/payments', { entityId: channelOf(merchant), ...form })

const refer = (merchant: TestMerchant, id: string, form: Form) =>
  send(merchant, `/v1/payments/${id}`, { currency: 'EUR', ...form })

const read = (merchant: TestMerchant, id: string) =>
  sendBare(gateway(), `GET /v1/payments/${id}`, { token: merchant.accessToken })

const codeOf = ({ status, body }: WireAnswer) => [status, body.result.code]

const hold: Form = {
  amount: '25.00',
  currency: 'EUR',
  paymentType: 'PA',
  shopperResultUrl: 'https://shop.example/result',
}

const account: Form = {
  'bankAccount.holder': 'Jane Jones',
  'bankAccount.iban': 'DE89370400440532013000',
}

/** Decides a payment on the simulator's page, as the shopper or the bank would. */
async function approve(pending: WireAnswer): Promise<void> {
  const { redirect, resultDetails } = pending.body as unknown as {
    redirect?: { url: string; parameters: readonly { name: string; value: string }[] }
    resultDetails: { SimulatorUrl: string }
  }
  const address = new URL(redirect?.url ?? resultDetails.SimulatorUrl)
  const form = new URLSearchParams(
    redirect?.parameters.map(({ name, value }) => [name, value]) ?? [...address.searchParams],
  )
  form.set('choice', 'approve')
  const path = redirect === undefined ? address.pathname : `${address.pathname}/decide`
  await fetch(gateway().url + path, { method: 'POST', body: form, redirect: 'manual' })
}

describe('a hold of the legacy profile', () => {
  it.each([
    ['on a bank transfer', { paymentBrand: 'SOFORTUEBERWEISUNG' }],
    ['on a slip', { paymentBrand: 'PREPAYMENT' }],
  ])('%s is pending, then held, captured and refunded', async (_what, method: Form) => {
    const pending = await create(legacy, { ...hold, ...method })
    expect(pending.body.result.code).toMatch(/^000\.200\.00/)
    await approve(pending)
    const held = await gateway().store.read.payment(pending.body.id)
    expect([held?.state, held?.authorisedMinor, held?.bookedMinor]).toEqual(['succeeded', 2500, 0])
    const captured = await refer(legacy, pending.body.id, { paymentType: 'CP', amount: '20.00' })
    expect(codeOf(captured)).toEqual([200, '000.100.110'])
    const refunded = await refer(legacy, captured.body.id, { paymentType: 'RF', amount: '20.00' })
    expect(codeOf(refunded)).toEqual([200, '000.100.110'])
  })

  it('by direct debit is held at once, and the uncaptured amount can be reversed', async () => {
    const held = await create(legacy, { ...hold, ...account, paymentBrand: 'DIRECTDEBIT_SEPA' })
    expect(codeOf(held)).toEqual([200, '000.100.110'])
    const { id } = held.body
    expect(codeOf(await refer(legacy, id, { paymentType: 'CP', amount: '5.00' }))[0]).toBe(200)
    expect(codeOf(await refer(legacy, id, { paymentType: 'RV' }))[0]).toBe(200)
    const stored = await gateway().store.read.payment(id)
    expect([stored?.capturedMinor, stored?.reversedMinor]).toEqual([500, 2000])
  })

  it('is refused by the strict profile, for a payment and for a checkout', async () => {
    for (const path of ['/v1/payments', '/v1/checkouts']) {
      const form = { ...hold, paymentBrand: 'IDEAL' }
      const refused = await send(strict, path, { entityId: channelOf(strict), ...form })
      expect(codeOf(refused)).toEqual([400, '600.200.310'])
      expect(refused.body.result.description).toMatch(/\. The legacy profile accepts it$/)
      const taken = await send(legacy, path, { entityId: channelOf(legacy), ...form })
      expect(taken.status).toBe(200)
    }
  })
})

describe('a refund that names a hold', () => {
  const card = (merchant: TestMerchant) =>
    create(merchant, cardPayment(channelOf(merchant), { paymentType: 'PA', amount: '25.00' }))
  const refund = (amount: string): Form => ({ paymentType: 'RF', amount })

  async function captured(merchant: TestMerchant, ...amounts: readonly string[]) {
    const { id } = (await card(merchant)).body
    const captures: string[] = []
    for (const amount of amounts) {
      captures.push((await refer(merchant, id, { paymentType: 'CP', amount })).body.id)
    }
    return { id, captures }
  }

  it('refunds its only capture, and shares one limit with the refunds of that capture', async () => {
    const { id, captures } = await captured(legacy, '20.00')
    const [capture = ''] = captures
    const byHold = await refer(legacy, id, refund('12.00'))
    expect(codeOf(byHold)).toEqual([200, '000.100.110'])
    expect((await gateway().store.read.payment(byHold.body.id))?.referencedId).toBe(capture)
    expect(codeOf(await refer(legacy, capture, refund('8.01')))).toEqual([400, '700.400.200'])
    expect(codeOf(await refer(legacy, capture, refund('8.00')))).toEqual([200, '000.100.110'])
    expect(codeOf(await refer(legacy, id, refund('0.01')))).toEqual([400, '700.300.300'])
  })

  it('refunds no more than was captured when many refunds name both ids at the same time', async () => {
    const { id, captures } = await captured(legacy, '20.00')
    const [capture = ''] = captures
    const asked = Array.from({ length: 20 }, (_, at) =>
      refer(legacy, at % 2 === 0 ? id : capture, refund('3.00')),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    expect((await gateway().store.read.payment(capture))?.refundedMinor).toBe(1800)
    expect((await gateway().store.read.payment(id))?.refundedMinor).toBe(0)
  })

  it.each([
    ['nothing is captured', [], 'nothing of this PA has been captured'],
    ['there are several captures', ['1.00', '2.00'], 'this PA has 2 captures, name the one'],
  ])('is refused where %s', async (_what, amounts, says) => {
    const { id } = await captured(legacy, ...amounts)
    const refused = await refer(legacy, id, refund('1.00'))
    expect(codeOf(refused)).toEqual([400, '700.400.520'])
    expect(refused.body.result.description).toContain('refund needs at least one successful')
    expect(refused.body.result.description).toContain(says)
  })

  it('is refused by the strict profile, which names the capture', async () => {
    const { id, captures } = await captured(strict, '20.00')
    const refused = await refer(strict, id, refund('1.00'))
    expect(codeOf(refused)).toEqual([400, '700.400.520'])
    expect(refused.body.result.description).toContain(
      `name its capture ${captures[0]}. The legacy profile accepts it`,
    )
  })

  it('follows the profile of the channel that the hold belongs to', async () => {
    const settings = [{ profile: 'legacy' as const }]
    const merchant = await addMerchant(gateway(), { channels: settings })
    const { id } = await captured(merchant, '20.00')
    expect(codeOf(await refer(merchant, id, refund('1.00')))).toEqual([200, '000.100.110'])
    expect((await read(merchant, id)).status).toBe(200)
  })

  const newFile = databaseFiles()

  it('leaves books in which tillgate check finds no fault', async () => {
    const file = newFile()
    const store = await openSqliteStore({ file, committer: { kind: 'inline' } })
    const own = await startTestGateway({ store })
    const { accessToken: token, ...merchant } = await legacyMerchant(own)
    const post = async (path: string, form: Form) =>
      (await sendBare(own, `POST ${path}`, { token, form: { currency: 'EUR', ...form } })).body.id
    const method = { paymentBrand: 'DIRECTDEBIT_SEPA', ...hold, ...account }
    const entityId = channelOf({ accessToken: token, ...merchant })
    const id = await post('/v1/payments', { ...method, entityId })
    await post(`/v1/payments/${id}`, { paymentType: 'CP', amount: '20.00' })
    await post(`/v1/payments/${id}`, refund('5.00'))
    await post(`/v1/payments/${id}`, refund('15.00'))
    await own.close()
    const at = { nowMs: own.clock.now() }
    const { code, lines } = await run(['check', '--database', `sqlite:${file}`], at)
    expect(lines.at(-1)).toBe('4 payments, 8 postings checked, 0 problems')
    expect(code).toBe(0)
  })
})
