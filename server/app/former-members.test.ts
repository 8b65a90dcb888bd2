import { beforeAll, describe, expect, it } from 'vitest'
import { addUser, type Browser, FAST, signedIn } from '../../operations/people/people.fixture.ts'
import { newObjectId } from '../kernel/ids.ts'
import { recordPayment } from '../payments/outcome-rules.ts'
import type { CheckoutRow, PaymentRow, RegistrationRow, ScheduleRow } from '../store/port.ts'
import { routes } from '../testing/all-features.fixture.ts'
import { cardPayment, type Form, shopperCard, useTestGateway } from '../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
} from '../testing/merchants.fixture.ts'

// R-OLD-1: what is stored stays usable when a list of codes, brands, countries, currencies or zones shrinks. A row that
// names what no list has is a row whose list has lost that member. Currencies have a test of their own, too.

const gateway = useTestGateway(FAST)
let merchant: TestMerchant
let owner: Browser
let channelId: string

beforeAll(async () => {
  merchant = await addMerchant(gateway())
  channelId = channelOf(merchant)
  owner = await signedIn(gateway(), await addUser(gateway(), { [merchant.id]: 'owner' }))
})

const send = (path: string, form?: Form) =>
  sendBare(gateway(), `POST ${path}`, { token: merchant.accessToken, form: { ...form } })

const ORDER: Form = {
  'billing.country': 'DE',
  'billing.street1': 'Am Markt 1',
  'billing.city': 'Berlin',
  'billing.postcode': '10115',
}

/** What is paid with: one brand of each kind. */
const KINDS: Readonly<Record<string, Form>> = {
  card: {},
  wallet: {
    paymentBrand: 'PAYPAL',
    'card.number': undefined,
    'card.holder': undefined,
    'card.expiryMonth': undefined,
    'card.expiryYear': undefined,
    'card.cvv': undefined,
    'virtualAccount.accountId': 'jane@shop.example',
    shopperResultUrl: 'https://shop.example/result',
  },
  'direct debit': {
    paymentBrand: 'DIRECTDEBIT_SEPA',
    'card.number': undefined,
    'card.holder': undefined,
    'card.expiryMonth': undefined,
    'card.expiryYear': undefined,
    'card.cvv': undefined,
    'bankAccount.holder': 'Jane Jones',
    'bankAccount.iban': 'DE89370400440532013000',
  },
}

/** A member of each list, and how rows name it that were stored when the list had it. */
const LEFT = {
  'a brand': (text: string) => text.replaceAll(/"(VISA|PAYPAL|DIRECTDEBIT_SEPA)"/g, '"OLDBRAND"'),
  'a country': (text: string) => text.replaceAll('"DE"', '"QQ"'),
  'a currency': (text: string) => text.replaceAll('"EUR"', '"BGN"'),
  'a time zone': (text: string) => text.replaceAll('Europe/Berlin', 'Europe/Nowhere'),
  'a result code': (text: string) => text.replaceAll(/"(000\.[12]00\.[01])[01]0"/g, '"$199"'),
} as const

/** A row as its columns would stand after a list has lost a member. */
function former<Row extends { readonly id: string }>(row: Row, left: keyof typeof LEFT): Row {
  const changed = Object.entries(row).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    // A column is a name itself, or JSON.
    const text = LEFT[left](`"${value}"`).slice(1, -1)
    return [name, LEFT[left](text)]
  })
  return { ...Object.fromEntries(changed), id: newObjectId(gateway().clock.now()) } as Row
}

async function storedPayment(left: keyof typeof LEFT, form: Form): Promise<PaymentRow> {
  const { body } = await send('/v1/payments', cardPayment(channelId, { ...ORDER, ...form }))
  expect(body.result.code, body.result.description).toMatch(/^000\.[12]00/)
  const row = await gateway().store.read.payment(body.id)
  if (row === undefined) throw new Error('The payment was not stored')
  const changed = former(row, left)
  const own = { ...changed, familyId: changed.id }
  const { applied } = await gateway().store.commit(recordPayment(own, {}))
  expect(applied).toBe(true)
  return own
}

/** Every read of an id, of merchants and of people, and every list. */
async function expectReadable(kind: string, id: string, status = 200): Promise<void> {
  const asked: string[] = []
  for (const route of routes) {
    const isOf = route.path.includes(`/${kind}/{id}`) || !route.path.includes('{')
    if (route.method !== 'get' || route.access !== 'token' || 'stream' in route || !isOf) continue
    const path = route.path.replace('{id}', id)
    const isOffice = path.startsWith('/admin/')
    const line = `GET ${path}?entityId=${isOffice ? merchant.id : channelId}`
    const answer = isOffice
      ? await statusOfPage(line)
      : (await sendBare(gateway(), line, { token: merchant.accessToken })).status
    expect(answer, line).toBeLessThan(500)
    if (path === `/v1/${kind}/${id}`) expect(answer, line).toBe(status)
    asked.push(line)
  }
  expect(asked.length).toBeGreaterThan(10)
}

/** Of a page of the back office; what it answers may be a file. */
async function statusOfPage(line: string): Promise<number> {
  const { status } = await fetch(gateway().url + line.slice(4), {
    headers: { origin: 'http://gateway.example', cookie: owner.cookie, 'x-tillgate-request': '1' },
  })
  return status
}

const lists = Object.keys(LEFT) as (keyof typeof LEFT)[]

describe.each(lists)('rows that name %s which has left its list', (left) => {
  it.each(Object.entries(KINDS))(
    'payments by %s are read, exported and given back',
    async (_, form) => {
      const debit = await storedPayment(left, { paymentType: 'DB', ...form })
      await expectReadable('payments', debit.id)
      // One whose shopper is elsewhere has nothing to give back.
      if (debit.state === 'pending') return
      const money = { amount: '92.00', currency: debit.currency }
      const asked = { entityId: channelId, paymentType: 'RF', ...money }
      const refund = await send(`/v1/payments/${debit.id}`, asked)
      expect([refund.status, refund.body.result.code]).toEqual([200, '000.100.110'])
      await expectReadable('payments', refund.body.id)
    },
  )

  it('declined payments are read', async () => {
    const { body } = await send('/v1/payments', {
      ...cardPayment(channelId, ORDER),
      'customParameters[SIMULATOR_outcome]': 'decline:800.100.151',
    })
    const row = (await gateway().store.read.payment(body.id)) as PaymentRow
    expect(row.state).toBe('failed')
    const copy = former({ ...row, resultCode: '800.100.999' }, left)
    await gateway().store.commit(recordPayment({ ...copy, familyId: copy.id }, {}))
    await expectReadable('payments', copy.id, 400)
  })

  it('holds are captured and released, also by people', async () => {
    const hold = await storedPayment(left, { paymentType: 'PA' })
    const part = { amount: '2.00', currency: hold.currency }
    const capture = await send(`/v1/payments/${hold.id}`, {
      entityId: channelId,
      paymentType: 'CP',
      ...part,
    })
    expect([capture.status, capture.body.result.code]).toEqual([200, '000.100.110'])
    await expectReadable('payments', capture.body.id)
    const other = await storedPayment(left, { paymentType: 'DB' })
    const given = await owner.send(`POST /admin/v1/payments/${other.id}/operations`, {
      entityId: merchant.id,
      paymentType: 'RV',
      reason: 'The shop has closed',
    })
    expect(given.status, JSON.stringify(given.body)).toBe(200)
  })

  it('registrations are listed, paid with or refused in words, and deleted', async () => {
    const stored = await send('/v1/registrations', {
      ...cardPayment(channelId, ORDER),
      amount: undefined,
      currency: undefined,
      paymentType: undefined,
    })
    const row = (await gateway().store.read.registration(stored.body.id)) as RegistrationRow
    const own = former(row, left)
    const { applied } = await gateway().store.commit([{ kind: 'insertRegistration', row: own }])
    expect(applied).toBe(true)
    await expectReadable('registrations', own.id)
    const paid = await send(`/v1/registrations/${own.id}/payments`, {
      entityId: channelId,
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'DB',
    })
    expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(500)
    const path = `DELETE /v1/registrations/${own.id}?entityId=${channelId}`
    const removed = await sendBare(gateway(), path, { token: merchant.accessToken })
    expect(removed.status, JSON.stringify(removed.body)).toBe(200)
  })

  it('schedules are read, paused and stopped', async () => {
    const stored = await send('/v1/registrations', {
      ...cardPayment(channelId, { transactionLinkId: 'MCC000000355' }),
      amount: undefined,
      currency: undefined,
      paymentType: undefined,
      'card.cvv': undefined,
    })
    const made = await send('/scheduling/v1/schedules', {
      entityId: channelId,
      registrationId: stored.body.id,
      paymentType: 'SD',
      amount: '9.99',
      currency: 'EUR',
      'job.expression': '0 0 8 1 * ?',
      'job.timeZone': 'Europe/Berlin',
    })
    expect(made.body.result.code, JSON.stringify(made.body.result)).toMatch(/^000/)
    const row = (await gateway().store.read.schedule(made.body.id)) as ScheduleRow
    const copy = former(row, left)
    const own = { ...copy, chainId: copy.id }
    const { applied } = await gateway().store.commit([{ kind: 'insertSchedule', row: own }])
    expect(applied).toBe(true)
    await expectReadable('schedules', own.id)
    const path = `/scheduling/v1/schedules/${own.id}`
    const paused = await send(`${path}/pause`, { entityId: channelId })
    expect(paused.status, JSON.stringify(paused.body)).toBe(200)
    const stopped = await send(`${path}/deschedule`, { entityId: channelId })
    expect(stopped.status, JSON.stringify(stopped.body)).toBe(200)
  })

  it('checkouts are read, answered and deleted, and pay nothing by fault of the server', async () => {
    const opened = await send('/v1/checkouts', {
      ...ORDER,
      entityId: channelId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: 'VISA',
    })
    expect(opened.body.result.code, opened.body.result.description).toMatch(/^000/)
    const row = (await gateway().store.read.checkout(opened.body.id)) as CheckoutRow
    const own = { ...former(row, left), id: `${newObjectId(gateway().clock.now())}.uat01-vm-tx01` }
    const { applied } = await gateway().store.commit([{ kind: 'insertCheckout', row: own }])
    expect(applied).toBe(true)
    await expectReadable('checkouts', own.id)
    const bare = (line: string, form?: Form) => sendBare(gateway(), line, { form: { ...form } })
    const paid = await bare(`POST /v1/checkouts/${own.id}/payment`, cardPayment(channelId))
    expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(500)
    const path = `DELETE /v1/checkouts/${own.id}?entityId=${channelId}`
    const removed = await sendBare(gateway(), path, { token: merchant.accessToken })
    expect(removed.status, JSON.stringify(removed.body)).toBeLessThan(500)
  })
})

describe('settings that name what has left its list', () => {
  it('are shown, stay when others are changed, and let checkouts be opened and paid', async () => {
    const own = await addMerchant(gateway(), {
      settings: () => ({
        secondPersonAbove: { QQQ: '5.00' },
        brands: ['VISA', 'OLDBRAND'],
        holds: { days: { OLDBRAND: 5 } },
        brandRules: [
          { name: 'one', hide: ['OLDBRAND'], when: { countries: ['QQ'] } },
          { name: 'two', offerOnly: ['VISA', 'OLDBRAND'], when: { currency: 'QQQ', atLeast: '1' } },
        ],
      }),
    })
    const user = await addUser(gateway(), { [own.id]: 'owner' })
    const person = await signedIn(gateway(), user)
    const path = `/admin/v1/entities/${own.id}`
    expect((await person.send(`GET ${path}?entityId=${own.id}`)).status).toBe(200)
    const settings = JSON.stringify({ numberRetentionDays: 90 })
    const changed = await person.send(`POST ${path}`, { entityId: own.id, settings })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const opened = await sendBare(gateway(), 'POST /v1/checkouts', {
      token: own.accessToken,
      form: { entityId: channelOf(own), amount: '9.00', currency: 'EUR', paymentType: 'DB' },
    })
    const pay = `POST /v1/checkouts/${opened.body.id}/payment`
    const form = { ...shopperCard, shopperResultUrl: 'https://shop.example/result' }
    const paid = await sendBare(gateway(), pay, { form })
    expect(paid.body.result.code, paid.body.result.description).toBe('000.100.110')
  })
})
