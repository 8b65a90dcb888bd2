import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Role } from '../../server/entities/rights.ts'
import type { EntitySettings } from '../../server/entities/settings.ts'
import { hashToken, newAccessToken } from '../../server/kernel/ids.ts'
import {
  acquirerAccount,
  settlementBatch,
  settlementFile,
  settlementLine,
  settlementMatch,
} from '../../server/store/testing/sample-rows.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { BROWSER_DATA } from '../../server/testing/shopper-browser.fixture.ts'
import { addUser, type Browser, FAST, signedIn } from '../people/people.fixture.ts'
import type {
  AdminExportPart,
  AdminOverview,
  AdminPaymentDetails,
  AdminPaymentList,
  AdminRelatedPayments,
  AdminStoredList,
} from './answer.ts'

const gateway = useTestGateway(FAST)
let merchant: TestMerchant
let administrator: string
/** A person, signed in. */
let second: Browser

beforeAll(async () => {
  await newMerchant()
})

/** A merchant with an access token of an administrator. */
async function newMerchant(settings: Partial<EntitySettings> = {}) {
  merchant = await addMerchant(gateway(), { settings: () => settings, channels: [{}, {}] })
  administrator = await newAdministrator()
}

async function newPerson(role: Role = 'administrator', entityId = merchant.id) {
  return signedIn(gateway(), await addUser(gateway(), { [entityId]: role }))
}

async function newAdministrator(entityId = merchant.id) {
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(entityId, token, true)])
  return token
}

async function pay(more: Form = {}, channelId = channelOf(merchant)): Promise<string> {
  const form = cardPayment(channelId, more)
  const { body } = await sendBare(gateway(), 'POST /v1/payments', {
    token: merchant.accessToken,
    form,
  })
  if (body.id === undefined) throw new Error(JSON.stringify(body.result))
  return body.id
}

/** The answer of a read of administrators. */
async function get<Body>(path: string, parameters: Form = {}, token = administrator) {
  const query = new URLSearchParams(JSON.parse(JSON.stringify(parameters)))
  const answer = await sendBare(gateway(), `GET ${path}?${query}`, { token })
  return { status: answer.status, body: answer.body as typeof answer.body & Body }
}

async function found(parameters: Form, token = administrator): Promise<readonly string[]> {
  const { body } = await get<AdminPaymentList>('/admin/v1/payments', parameters, token)
  return body.payments.map(({ id }) => id)
}

const details = async (id: string) =>
  (await get<AdminPaymentDetails>(`/admin/v1/payments/${id}`)).body

const operate = (id: string, form: Form, token = administrator, headers = {}) =>
  sendBare(gateway(), `POST /admin/v1/payments/${id}/operations`, {
    token,
    form: { reason: 'The shopper has called', ...form },
    headers,
  })

const decide = (id: string, decision: string, person: Browser, more: { reason?: string } = {}) =>
  person.send(`POST /admin/v1/requests/${id}/decision`, { decision, ...more })

const CUSTOMER: Form = {
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
  'customer.email': 'Jane@Home.example',
}

const REFUND: Form = { paymentType: 'RF', amount: '30.00', currency: 'EUR' }

describe('finding payments', () => {
  it('shows them newest first, with what a person on the telephone can say', async () => {
    await newMerchant()
    const [channelId, otherId] = merchant.channelIds
    const first = await pay(CUSTOMER, channelId)
    const last = await pay({ amount: '12.34', merchantTransactionId: 'order-4711' }, otherId)
    const { body } = await get<AdminPaymentList>('/admin/v1/payments')
    expect(body.payments).toMatchObject([
      { id: last, amount: '12.34', state: 'succeeded', merchantTransactionId: 'order-4711' },
      {
        id: first,
        holder: 'Jane Jones',
        last4: '0000',
        customerEmail: 'Jane@Home.example',
        entity: { id: channelId, kind: 'channel' },
      },
    ])
    expect(JSON.stringify(body)).not.toContain('4200000000000000')
  })

  it('shows the risk score of those that were checked', async () => {
    const risk = { rules: [{ kind: 'holder', name: 'X', effect: { score: -5 } }] }
    await newMerchant({ risk } as unknown as Partial<EntitySettings>)
    const id = await pay({ ...CUSTOMER, 'card.holder': 'Max Moon' })
    const { body } = await get<AdminPaymentList>('/admin/v1/payments')
    expect(body.payments).toMatchObject([{ id, riskScore: -5 }])
    const shown = await details(id)
    expect(shown.payment.riskScore).toBe(-5)
    expect(shown.timeline).toContainEqual(
      expect.objectContaining({ kind: 'risk', what: 'checked', facts: [['riskScore', '-5']] }),
    )
    const file = await get<AdminExportPart>('/admin/v1/payments/export')
    expect(file.body.lines[0]).toMatch(/;-5$/)
    await newMerchant()
    await pay()
    const unchecked = await get<AdminPaymentList>('/admin/v1/payments')
    expect(unchecked.body.payments[0]).not.toHaveProperty('riskScore')
  })

  it('understands what is typed into the one field', async () => {
    await newMerchant()
    const jane = await pay({ ...CUSTOMER, amount: '92.00' })
    // Short ids of one moment have three digits of their own: one pair in a thousand is alike.
    gateway().clock.advance(60_000)
    const otto = await pay({
      'card.holder': 'Otto Müller',
      'card.number': '5454545454545454',
      paymentBrand: 'MASTER',
      amount: '12.50',
      merchantTransactionId: 'order-0815',
    })
    const { shortId } = (await details(otto)).payment
    const cases: readonly (readonly [string, readonly string[]])[] = [
      [jane, [jane]],
      [shortId, [otto]],
      [shortId.replaceAll('.', ''), [otto]],
      ['order-0815', [otto]],
      ['jane@home', [jane]],
      ['müller', [otto]],
      ['MÜLLER', [otto]],
      ['muller 12', []],
      ['muller 12,50', [otto]],
      ['Jane 92 0000', [jane]],
      ['jane 92 5454', []],
      ['92', [jane]],
      ['92 USD', []],
      ['0000 92', [jane]],
      ['otto 5454 12,50', [otto]],
      ['5454 EUR', [otto]],
      ['92.00', [jane]],
      ['92.00 otto', []],
      ['2026-11-20', [otto, jane]],
      ['19.11.2026', []],
      ['"', []],
      ['0815', [otto]],
      ['', [otto, jane]],
    ]
    for (const [lookFor, ids] of cases) {
      const answered = await found(lookFor === '' ? {} : { lookFor })
      expect([lookFor, answered]).toEqual([lookFor, ids])
    }
  })

  it('finds the payment of an ARN by the lines of imported files', async () => {
    await newMerchant()
    const { store } = gateway()
    const [id, other] = [await pay(), await pay()]
    const [arn, earlyArn] = ['70000000000000000000001', '70000000000000000000002']
    const account = acquirerAccount(merchant.id)
    const file = settlementFile(account.id, { state: 'imported' })
    const line = settlementLine(file, { arn, matchState: 'MATCHED' })
    // The file of this line is not imported yet: it has no batch.
    const early = settlementLine(file, {
      batchId: `${file.id}-2`,
      arn: earlyArn,
      matchState: 'MATCHED',
    })
    await store.commit([
      { kind: 'insertAcquirerAccount', row: account },
      { kind: 'insertSettlementFile', row: file },
      { kind: 'insertSettlementBatch', row: settlementBatch(file, { id: line.batchId }) },
      ...[line, early].map((row) => ({ kind: 'insertSettlementLine', row }) as const),
      { kind: 'insertSettlementMatch', row: settlementMatch(line, { paymentId: id }) },
      { kind: 'insertSettlementMatch', row: settlementMatch(early, { paymentId: other }) },
    ])
    expect(await found({ lookFor: arn })).toEqual([id])
    expect(await found({ lookFor: earlyArn })).toEqual([])
    await newMerchant()
    expect(await found({ lookFor: arn })).toEqual([])
  })

  it('looks for words in what it promises, and not in names of members or other values', async () => {
    await newMerchant()
    const id = await pay({ ...CUSTOMER, 'customer.birthDate': '1970-02-17', descriptor: 'Tea' })
    for (const lookFor of [
      'holder',
      'last4Digits',
      'givenName',
      'code',
      '1970',
      'tea',
      '05',
      '2034',
    ]) {
      expect([lookFor, await found({ lookFor })]).toEqual([lookFor, []])
    }
    expect(await found({ lookFor: 'jones' })).toEqual([id])
  })

  it('goes on after many that only seem to fit', async () => {
    await newMerchant()
    const first = await pay({ 'card.holder': 'Seldom Holder' })
    for (let count = 0; count < 3; count++) await pay()
    const last = await pay({ 'card.holder': 'Another Holder' })
    const page = async (cursor?: string) =>
      (await get<AdminPaymentList>('/admin/v1/payments', { lookFor: 'holder', limit: '1', cursor }))
        .body
    const one = await page()
    const two = await page(one.cursor)
    expect([...one.payments, ...two.payments].map(({ id }) => id)).toEqual([last, first])
    expect(two.cursor === undefined || (await page(two.cursor)).payments.length === 0).toBe(true)
  })

  it('takes an amount without a currency as one with two decimals', async () => {
    await newMerchant()
    const euros = await pay({ amount: '92.00' })
    const yen = await pay({ amount: '9200.00', currency: 'JPY' })
    expect(await found({ lookFor: '92.00' })).toEqual([euros])
    expect(await found({ amountFrom: '92.00', amountTo: '92.00' })).toEqual([euros])
    expect(await found({ lookFor: '9200.00 JPY' })).toEqual([yen])
    expect(await found({ lookFor: '92.00 JPY' })).toEqual([])
  })

  it('filters by state, type, brand, amount and time', async () => {
    await newMerchant()
    const paid = await pay()
    const declined = await pay({ 'card.holder': '800.100.152' })
    const held = await pay({ paymentType: 'PA' })
    const refunded = await operate(paid, REFUND)
    const cases: readonly (readonly [Form, readonly string[]])[] = [
      [{ state: 'failed' }, [declined]],
      [{ resultCode: '800.100.152' }, [declined]],
      [{ resultCode: '800.100.152', state: 'succeeded' }, []],
      [{ resultCode: '000.100.110', state: 'review' }, []],
      [{ state: 'refunded' }, [paid]],
      [{ state: 'succeeded' }, [held, paid]],
      [{ paymentType: 'PA' }, [held]],
      [{ paymentType: 'RF' }, [refunded.body.id]],
      [{ paymentBrand: 'MASTER' }, []],
      [{ amountFrom: '92.00', amountTo: '92.00' }, [held, declined, paid]],
      [{ amountFrom: '92.01' }, []],
      [
        { 'date.from': '2026-11-20 00:00:00', 'date.to': '2026-11-20 23:59:59', state: 'failed' },
        [declined],
      ],
      [{ entityId: merchant.channelIds[1] }, []],
    ]
    for (const [form, ids] of cases) expect([form, await found(form)]).toEqual([form, ids])
  })

  it('goes on where a page ends', async () => {
    await newMerchant()
    const ids = [await pay(), await pay(), await pay()].reverse()
    const page = async (more: Form) =>
      (await get<AdminPaymentList>('/admin/v1/payments', { limit: '2', ...more })).body
    const first = await page({})
    expect(first.payments.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const { payments, cursor } = await page({ cursor: first.cursor })
    expect(payments.map(({ id }) => id)).toEqual(ids.slice(2))
    expect(cursor).toBeUndefined()
  })

  it.each<[string, Form, string, string]>([
    ['the lowest amount', { amountFrom: '90.00', amountTo: '10.00' }, 'amountFrom', 'amountTo'],
    [
      'the first day',
      { 'date.from': '2026-11-21 00:00:00', 'date.to': '2026-11-20 23:59:59' },
      'date.from',
      'date.to',
    ],
  ])('refuses a range whose beginning, %s, is above its end', async (_of, range, name, end) => {
    for (const path of ['payments', 'payments/export']) {
      const { status, body } = await get(`/admin/v1/${path}`, range)
      expect([status, body.result.parameterErrors]).toEqual([
        400,
        [
          expect.objectContaining({
            name,
            message: expect.stringMatching(`${end}: is it the other way round`),
          }),
        ],
      ])
    }
  })

  it('finds nothing of other merchants, and needs the right to look', async () => {
    await newMerchant()
    const id = await pay()
    const merchantsOwn = await get('/admin/v1/payments', {}, merchant.accessToken)
    expect(merchantsOwn.status).toBe(403)
    await newMerchant()
    expect(await found({})).toEqual([])
    expect(await found({ lookFor: id })).toEqual([])
    expect((await get(`/admin/v1/payments/${id}`)).status).toBe(404)
    expect((await operate(id, REFUND)).status).toBe(404)
  })

  it.each(['4200000000000000', 'Moon 4200 0000 0000 0000'])(
    'says what to look for in place of a card number: %s',
    async (lookFor) => {
      const { status, body } = await get('/admin/v1/payments', { lookFor })
      expect([status, body.result.parameterErrors?.[0]]).toMatchObject([
        400,
        { message: 'must not hold a card number: look for its last four digits' },
      ])
      expect(JSON.stringify(body)).not.toMatch(/4200.?0000.?0000/)
    },
  )

  it('names what is wrong with a filter', async () => {
    const { status, body } = await get('/admin/v1/payments', {
      state: 'gone',
      limit: '0',
      amountFrom: 'x',
    })
    expect(status).toBe(400)
    expect(body.result.parameterErrors?.map(({ name }) => name).sort()).toEqual([
      'amountFrom',
      'limit',
      'state',
    ])
  })
})

describe('stored payment details', () => {
  it('are listed, newest first, with no more of a number than its end', async () => {
    await newMerchant()
    const { amount, currency, paymentType, ...card } = cardPayment(channelOf(merchant))
    const stored = await sendBare(gateway(), 'POST /v1/registrations', {
      token: merchant.accessToken,
      form: card,
    })
    const { body } = await get<AdminStoredList>('/admin/v1/stored-details')
    expect(body.storedDetails).toMatchObject([
      { id: stored.body.id, state: 'active', last4: '0000', cardExpiry: '05/2034' },
    ])
    expect(JSON.stringify(body)).not.toContain('4200000000000000')
  })
})

describe('settings with the name of what every object inherits', () => {
  it.each(['constructor', 'toString', '__proto__'])('are refused: %s', async (name) => {
    await newMerchant()
    const form = { settings: `{"${name}":1}` }
    const path = `POST /admin/v1/entities/${merchant.id}`
    const { status, body } = await sendBare(gateway(), path, { token: administrator, form })
    expect(status).toBe(400)
    expect(body.result.parameterErrors?.[0]?.message).toContain(name)
  })
})

describe('an export', () => {
  it('has the lines of a CSV file, in which nothing is a formula', async () => {
    await newMerchant()
    const id = await pay({ 'card.holder': '=HYPERLINK("x";"y")' })
    const { body } = await get<AdminExportPart>('/admin/v1/payments/export')
    expect(body.header.split(';')).toHaveLength(17)
    expect(body.lines).toEqual([
      expect.stringMatching(new RegExp(`^${id};.*;"'=HYPERLINK\\(""x"";""y""\\)";0000;$`)),
    ])
  })
})

describe('a refund in a list', () => {
  it('has the order, the customer and the number of what it refunds', async () => {
    await newMerchant()
    const id = await pay({ ...CUSTOMER, merchantTransactionId: 'order-of-jane', paymentType: 'DB' })
    const form = { paymentType: 'RF', amount: '1.00', currency: 'EUR', reason: 'Sent back' }
    await sendBare(gateway(), `POST /admin/v1/payments/${id}/operations`, {
      token: administrator,
      form,
    })
    const [debit] = (await get<AdminPaymentList>('/admin/v1/payments')).body.payments
    const refunds = await get<AdminPaymentList>('/admin/v1/payments', { paymentType: 'RF' })
    const { holder, customerEmail, last4, merchantTransactionId } = debit ?? {}
    expect([last4, merchantTransactionId]).toEqual(['0000', 'order-of-jane'])
    expect(refunds.body.payments).toMatchObject([
      { paymentType: 'RF', holder, customerEmail, last4, merchantTransactionId },
    ])
  })
})

describe('related payments', () => {
  const related = async (id: string) =>
    (await get<AdminRelatedPayments>(`/admin/v1/payments/${id}/related`)).body
  const idsOf = (payments: readonly { readonly id: string }[]) =>
    payments.map(({ id }) => id).toSorted()

  it('are those of the order and of the customer, in all channels of the merchant', async () => {
    await newMerchant()
    const customer = { ...CUSTOMER, 'customer.merchantCustomerId': 'customer-1' }
    const order = { merchantTransactionId: 'order-of-jane' }
    const declined = { 'customParameters[SIMULATOR_outcome]': 'decline:800.100.203' }
    const first = await pay({ ...order, ...customer, ...declined })
    const second = await pay({ ...order, ...customer, amount: '93.00' })
    const other = await pay({ ...customer, amount: '94.00' })
    await pay({ ...customer, 'customer.merchantCustomerId': 'customer-10', amount: '95.00' })
    const found = await related(first)
    expect(idsOf(found.ofOrder)).toEqual([second])
    expect(idsOf(found.ofCustomer)).toEqual([other])
    expect(found.twice).toEqual([])
    expect((await details(first)).decline).toMatchObject({ advice: 'later' })
    expect((await details(second)).decline).toBeUndefined()
  })

  it('warn of two successes of one order, or of one card and amount within an hour', async () => {
    await newMerchant()
    const order = { merchantTransactionId: 'order-of-jane', amount: '93.00' }
    const first = await pay(order)
    const sameOrder = await pay({ ...order, amount: '94.00' })
    const sameCard = await pay({ amount: '93.00' })
    await pay({ amount: '93.00', 'card.number': '5454545454545454', paymentBrand: 'MASTER' })
    expect(idsOf((await related(first)).twice)).toEqual([sameOrder, sameCard].toSorted())
    expect(idsOf((await related(sameOrder)).twice)).toEqual([first])
    gateway().clock.advance(60 * 60_000 + 1000)
    const later = await pay({ amount: '93.00' })
    expect((await related(later)).twice).toEqual([])
  })

  it('warn no more of what was given back', async () => {
    await newMerchant()
    const order = { merchantTransactionId: 'order-of-jane', paymentType: 'DB' }
    const first = await pay(order)
    const second = await pay(order)
    expect(idsOf((await related(first)).twice)).toEqual([second])
    const amount = (await details(second)).payment.amount
    const form = { paymentType: 'RF', amount, currency: 'EUR', reason: 'Paid twice' }
    await sendBare(gateway(), `POST /admin/v1/payments/${second}/operations`, {
      token: administrator,
      form,
    })
    expect((await related(first)).twice).toEqual([])
  })
})

describe('the stream of payments', () => {
  /** Events as they come; the stream is closed with the test. */
  async function listen(headers: Readonly<Record<string, string>> = {}, token = administrator) {
    const ending = new AbortController()
    onTestFinished(() => ending.abort())
    const answer = await fetch(`${gateway().url}/admin/v1/payments/stream`, {
      headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...headers },
      signal: ending.signal,
    })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      /** All that came until a text is in it, or the stream has ended. */
      async until(text: string): Promise<string> {
        let told = ''
        while (!told.includes(text)) {
          const { done = true, value = '' } = (await reader?.read()) ?? {}
          if (done) break
          told += value
        }
        return told
      },
    }
  }

  it('tells each payment of the entity as it is written, and goes on after a break', async () => {
    await newMerchant()
    const stream = await listen()
    expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(await stream.until('retry')).toBe('retry: 1000\n\n')
    const id = await pay()
    const event = await stream.until(id)
    expect(event).toContain(`event: payment\ndata: {"id":"${id}"`)
    const place = /^id: (.*)$/m.exec(event)?.[1] ?? ''
    const later = await pay()
    expect(await stream.until(later)).not.toContain(id)
    const again = await listen({ 'last-event-id': place })
    expect(await again.until(later)).not.toContain(id)
    const lost = await listen({ 'last-event-id': 'another.7' })
    expect(await lost.until('missed')).toContain('event: missed')
  })

  it('ends at once when its person signs out, is blocked, or its access token is revoked', async () => {
    await newMerchant()
    const user = await addUser(gateway(), { [merchant.id]: 'reader' })
    const person = await signedIn(gateway(), user)
    const signedOut = await listen({ cookie: person.cookie }, '')
    await person.send('DELETE /admin/v1/session')
    expect(await signedOut.until('nothing')).toBe('retry: 1000\n\n')
    const { cookie } = await signedIn(gateway(), user)
    const blocked = await listen({ cookie }, '')
    const owner = await newPerson('owner')
    expect((await owner.send(`POST /admin/v1/users/${user.id}/block`)).status).toBe(200)
    expect(await blocked.until('nothing')).toBe('retry: 1000\n\n')
    const token = await newAdministrator()
    const revoked = await listen({}, token)
    await owner.send(`DELETE /admin/v1/tokens/${hashToken(token)}`)
    expect(await revoked.until('nothing')).toBe('retry: 1000\n\n')
  })

  it('tells nothing of what another process has ended, and does not keep a session alive', async () => {
    await newMerchant()
    const user = await addUser(gateway(), { [merchant.id]: 'reader' })
    const { cookie } = await signedIn(gateway(), user)
    const stream = await listen({ cookie }, '')
    gateway().clock.advance(14 * 60_000)
    expect((await listen({ cookie }, '')).status).toBe(200)
    gateway().clock.advance(60_000)
    expect((await listen({ cookie }, '')).status).toBe(401)
    const id = await pay()
    expect(await stream.until(id)).not.toContain(id)
  })

  it('tells nothing more when its access token has ended', async () => {
    await newMerchant()
    const ending = newAccessToken()
    const expiresAtMs = gateway().clock.now() + 60_000
    await gateway().store.commit([tokenOf(merchant.id, ending, true, { expiresAtMs })])
    const stream = await listen({}, ending)
    const first = await pay()
    expect(await stream.until(first)).toContain(first)
    gateway().clock.advance(60_000)
    expect((await listen({}, ending)).status).toBe(403)
    const second = await pay()
    expect(await stream.until(second)).not.toContain(second)
  })

  it('is open six times at once for one, and not for a merchant’s server', async () => {
    await newMerchant()
    const statuses = []
    for (let count = 0; count < 7; count++) statuses.push((await listen()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect((await listen({}, merchant.accessToken)).status).toBe(403)
  })
})

describe('a payment', () => {
  it('shows what happened to it and its family, and what may be done now', async () => {
    await newMerchant()
    const id = await pay({ paymentType: 'PA' })
    const capture = await operate(id, { paymentType: 'CP', amount: '60.00', currency: 'EUR' })
    const refund = await operate(capture.body.id, REFUND)
    const shown = await details(id)
    expect(shown.family.map(({ paymentType, state }) => [paymentType, state])).toEqual([
      ['PA', 'authorised'],
      ['CP', 'partlyRefunded'],
      ['RF', 'succeeded'],
    ])
    expect(shown.operations).toMatchObject([
      { paymentId: id, paymentType: 'CP', mostAmount: '32.00', isWhole: false },
      { paymentId: id, paymentType: 'RV', mostAmount: '32.00', isWhole: true },
      { paymentId: capture.body.id, paymentType: 'RF', mostAmount: '30.00', isWhole: false },
    ])
    expect(shown.requests).toMatchObject([
      { paymentType: 'CP', amount: '60.00', state: 'made', madeId: capture.body.id },
      {
        paymentType: 'RF',
        state: 'made',
        madeId: refund.body.id,
        reason: 'The shopper has called',
      },
    ])
    const what = shown.timeline.map(({ kind, what: happened }) => `${kind} ${happened}`)
    expect(what).toEqual(
      expect.arrayContaining(['request PA', 'state succeeded', 'person asked', 'request RF']),
    )
    const sum = shown.postings.reduce((all, { amount }) => all + Number(amount), 0)
    expect(sum).toBe(0)
    expect(JSON.stringify(shown)).not.toContain('4200000000000000')
  })

  it('that is refunded by hand is refunded once for one key', async () => {
    await newMerchant()
    const id = await pay()
    const key = { 'idempotency-key': 'press-1' }
    const once = await operate(id, REFUND, administrator, key)
    const again = await operate(id, REFUND, administrator, key)
    expect(once.body).toMatchObject({ paymentType: 'RF', amount: '30.00', referencedId: id })
    expect(again.body).toEqual(once.body)
    expect((await details(id)).amounts).toMatchObject({ refunded: '30.00', open: '62.00' })
    expect((await details(id)).requests).toHaveLength(1)
  })

  it('is changed once by two people who have both seen it as it was before', async () => {
    await newMerchant()
    const id = await pay()
    const [offered] = (await details(id)).operations.filter(
      ({ paymentType }) => paymentType === 'RF',
    )
    const both = { ...REFUND, seen: offered?.seen }
    const answers = await Promise.all([operate(id, both), operate(id, both)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.result).toMatchObject({
      code: '700.400.570',
      description: expect.stringContaining('has changed since it was read'),
    })
    expect((await details(id)).amounts.refunded).toBe('30.00')
    const [now] = (await details(id)).operations.filter(({ paymentType }) => paymentType === 'RF')
    expect((await operate(id, { ...REFUND, seen: now?.seen })).status).toBe(200)
  })

  it('is charged again once by two people who have both seen it as it was before', async () => {
    await newMerchant()
    const id = await pay()
    const again = (await details(id)).operations.find(({ paymentType }) => paymentType === 'RB')
    const form = { paymentType: 'RB', amount: '5.00', currency: 'EUR', seen: again?.seen }
    const statuses = [await operate(id, form), await operate(id, form)].map(({ status }) => status)
    expect(statuses).toEqual([200, 409])
  })

  it('shows what can be done with it, not with the payment that it refers to', async () => {
    await newMerchant()
    const id = await pay()
    const refund = await operate(id, REFUND)
    expect((await details(refund.body.id)).operations).toEqual([])
    const hold = await pay({ paymentType: 'PA' })
    const taken = await operate(hold, { paymentType: 'CP', amount: '60.00', currency: 'EUR' })
    const operations = (await details(taken.body.id)).operations
    expect(operations.map(({ paymentId }) => paymentId)).not.toContain(hold)
    expect(operations).toMatchObject([{ paymentId: taken.body.id, paymentType: 'RF' }])
  })

  it('is refused what the rules refuse, in the same words', async () => {
    await newMerchant()
    const id = await pay()
    const tooMuch = await operate(id, { ...REFUND, amount: '92.01' })
    expect([tooMuch.status, tooMuch.body.result.code]).toEqual([400, '700.400.200'])
    const without = await operate(id, { ...REFUND, reason: undefined })
    expect(without.body.result.parameterErrors?.map(({ name }) => name)).toEqual(['reason'])
    expect((await details(id)).requests).toEqual([])
  })
})

describe('a payment in review', () => {
  const risk: EntitySettings['risk'] = {
    rules: [{ kind: 'amount', currency: 'EUR', atMost: '1.00', effect: { score: 100 } }],
    reviewFromScore: 100,
  }
  const review = (id: string, decision: string) =>
    sendBare(gateway(), `POST /admin/v1/payments/${id}/review`, {
      token: administrator,
      form: { decision, reason: 'The shopper was called' },
    })
  const offered = async (id: string) => {
    const { payment, reviewDecisions, operations } = await details(id)
    const types = operations.filter(({ paymentId }) => paymentId === id)
    return [payment.state, reviewDecisions, types.map(({ paymentType }) => paymentType)]
  }

  it('leaves the list when it is rejected, and nothing more is charged of it', async () => {
    await newMerchant({ risk })
    const [one, other] = [await pay({ merchantTransactionId: 'Order-27' }), await pay()]
    expect(await found({ state: 'review' })).toEqual([other, one])
    expect(await offered(one)).toEqual(['review', ['accept', 'reject'], ['RV', 'RF', 'RB']])
    expect((await review(one, 'reject')).status).toBe(200)
    expect(await found({ state: 'review' })).toEqual([other])
    expect(await found({ state: 'review', lookFor: 'Order-27' })).toEqual([])
    expect(await offered(one)).toEqual(['rejected', [], []])
    const again = await operate(one, { paymentType: 'RB', amount: '9.00', currency: 'EUR' })
    expect([again.status, again.body.result.description]).toEqual([
      400,
      expect.stringContaining('was rejected in review'),
    ])
  })

  it('is rejected also when all of it was refunded before', async () => {
    await newMerchant({ risk })
    const id = await pay()
    await operate(id, { paymentType: 'RF', amount: '92.00', currency: 'EUR' })
    expect((await review(id, 'reject')).status).toBe(200)
    expect(await found({ state: 'review' })).toEqual([])
    expect(await offered(id)).toEqual(['rejected', [], []])
  })

  it('is offered to be rejected only by who may give that much back', async () => {
    await newMerchant({ risk, secondPersonAbove: { EUR: '91.99' } })
    second = await newPerson()
    const id = await pay()
    const { reviewDecisions, rejectionNeedsSecond } = await details(id)
    expect([reviewDecisions, rejectionNeedsSecond]).toEqual([['accept'], true])
    expect((await review(id, 'reject')).status).toBe(409)

    const form = { paymentType: 'RV', amount: '92.00', currency: 'EUR' }
    const asked = (await operate(id, form)).body as unknown as { request: { id: string } }
    expect((await decide(asked.request.id, 'accept', second)).status).toBe(200)
    const after = await details(id)
    expect([after.reviewDecisions, after.rejectionNeedsSecond]).toEqual([
      ['accept', 'reject'],
      undefined,
    ])
    expect((await review(id, 'reject')).status).toBe(200)
  })

  it('is not charged again where it was rejected while a second person was asked', async () => {
    await newMerchant({ risk, secondPersonAbove: { EUR: '92.00' } })
    second = await newPerson()
    const id = await pay()
    const form = { paymentType: 'RB', amount: '99.00', currency: 'EUR' }
    const asked = (await operate(id, form)).body as unknown as { request: { id: string } }
    expect((await review(id, 'reject')).status).toBe(200)
    const { requests } = (await get<Pick<AdminPaymentDetails, 'requests'>>('/admin/v1/requests'))
      .body
    for (const [shown] of [requests, (await details(id)).requests]) {
      expect(shown).toMatchObject({ id: asked.request.id, acceptRefused: 'rejectedInReview' })
    }
    const path = `POST /admin/v1/requests/${asked.request.id}/decision`
    expect((await second.send(path, { decision: 'accept' })).status).toBe(400)
    expect((await second.send(path, { decision: 'reject' })).status).toBe(200)
    expect((await details(id)).requests[0]).not.toHaveProperty('acceptRefused')
  })
})

describe('what moves more than the merchant allows one person', () => {
  async function waiting(amount = '50.00') {
    await newMerchant({ secondPersonAbove: { EUR: '49.99' } })
    second = await newPerson()
    const id = await pay()
    const asked = await operate(id, { ...REFUND, amount })
    const { requests = [] } = (
      await get<Pick<AdminPaymentDetails, 'requests'>>('/admin/v1/requests')
    ).body
    return { id, asked, requestId: requests[0]?.id ?? '', requests }
  }

  it('waits for a second person, who makes it', async () => {
    const { id, asked, requests, requestId } = await waiting()
    expect(asked.status).toBe(202)
    expect(requests).toMatchObject([{ paymentId: id, amount: '50.00', state: 'waiting' }])
    expect(requests[0]).not.toHaveProperty('acceptRefused')
    expect((await details(id)).amounts.refunded).toBe('0.00')
    const byToken = await sendBare(gateway(), `POST /admin/v1/requests/${requestId}/decision`, {
      token: await newAdministrator(),
      form: { decision: 'accept' },
    })
    expect([byToken.status, byToken.body.result.description]).toEqual([
      403,
      expect.stringContaining('no access token is one'),
    ])
    const made = await decide(requestId, 'accept', second)
    expect(made.body).toMatchObject({ paymentType: 'RF', amount: '50.00' })
    expect((await details(id)).requests).toMatchObject([{ state: 'made', madeId: made.body.id }])
    expect((await decide(requestId, 'accept', second)).status).toBe(409)
    expect((await details(id)).amounts.refunded).toBe('50.00')
  })

  it('is listed with whose payment it is about', async () => {
    await newMerchant({ secondPersonAbove: { EUR: '9.99' } })
    const id = await pay({
      merchantTransactionId: 'Order-28',
      'customer.email': 'jane@home.example',
      'customer.givenName': 'Jane',
      'customer.surname': 'Jones',
    })
    expect((await operate(id, REFUND)).status).toBe(202)
    const { body } = await get<{ requests: readonly object[] }>('/admin/v1/requests')
    const { shortId, holder } = (await details(id)).payment
    expect(body.requests).toMatchObject([
      {
        paymentId: id,
        payment: {
          shortId,
          holder,
          merchantTransactionId: 'Order-28',
          customerEmail: 'jane@home.example',
        },
      },
    ])
    expect(holder).toBeTypeOf('string')
  })

  it('is not agreed to by who has asked for it', async () => {
    await newMerchant({ secondPersonAbove: { EUR: '49.99' } })
    second = await newPerson()
    const id = await pay()
    const asked = await second.send(`POST /admin/v1/payments/${id}/operations`, {
      ...REFUND,
      amount: '50.00',
      reason: 'Sent back',
    })
    expect(asked.status).toBe(202)
    const { requests } = await details(id)
    const own = await decide(requests[0]?.id ?? '', 'accept', second)
    expect([own.status, own.body.result.description]).toEqual([
      403,
      expect.stringContaining('another one has to decide'),
    ])
    expect((await details(id)).amounts.refunded).toBe('0.00')
  })

  /** Captures of one preauthorisation. */
  async function captures(count: number): Promise<readonly string[]> {
    await newMerchant({ secondPersonAbove: { EUR: '49.99' } })
    const id = await pay({ paymentType: 'PA' })
    const ids: string[] = []
    while (ids.length < count) {
      const form = { paymentType: 'CP', amount: '20.00', currency: 'EUR' }
      const path = `POST /v1/payments/${id}`
      ids.push((await sendBare(gateway(), path, { token: merchant.accessToken, form })).body.id)
    }
    return ids
  }

  it('counts for all captures of a payment together', async () => {
    const statuses = []
    for (const id of await captures(3)) {
      statuses.push((await operate(id, { ...REFUND, amount: '20.00' })).status)
    }
    expect(statuses).toEqual([200, 200, 202])
  })

  it('counts together what is asked for about all captures at the same moment', async () => {
    const ids = await captures(4)
    const answers = await Promise.all(ids.map((id) => operate(id, { ...REFUND, amount: '20.00' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202, 202])
  })

  it('waits three times at most about one payment', async () => {
    const { id } = await waiting()
    const statuses = []
    for (let time = 0; time < 3; time++)
      statuses.push((await operate(id, { ...REFUND, amount: '50.00' })).status)
    expect(statuses).toEqual([202, 202, 409])
  })

  it('is made once when two people agree at the same moment', async () => {
    const { id, requestId } = await waiting()
    const third = await newPerson()
    const answers = await Promise.all(
      [second, third].map((person) => decide(requestId, 'accept', person)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await details(id)).amounts.refunded).toBe('50.00')
  })

  it('is rejected with a reason, which the time line keeps', async () => {
    const { id, requestId } = await waiting()
    const reason = 'The goods did not come back'
    const accepted = await decide(requestId, 'accept', second, { reason })
    expect([accepted.status, accepted.body.result.parameterErrors]).toMatchObject([
      400,
      [{ name: 'decision' }],
    ])
    expect((await decide(requestId, 'reject', second, { reason })).status).toBe(200)
    const { requests, timeline } = await details(id)
    expect(requests[0]).toMatchObject({ state: 'rejected', decisionReason: reason })
    expect(timeline.find(({ what }) => what === 'asked.rejected')?.facts).toContainEqual([
      'decisionReason',
      reason,
    ])
  })

  it('is not made where the second person rejects it, or comes late', async () => {
    const { id, requestId } = await waiting()
    expect((await decide(requestId, 'reject', second)).status).toBe(200)
    expect((await decide(requestId, 'accept', second)).status).toBe(409)
    expect((await details(id)).amounts.refunded).toBe('0.00')
    const late = await waiting()
    await sendBare(gateway(), 'POST /test/clock', {
      token: merchant.accessToken,
      form: { entityId: channelOf(merchant), advance: 'P7D' },
    })
    const over = await decide(late.requestId, 'accept', second)
    expect([over.status, over.body.result.description]).toEqual([
      409,
      expect.stringContaining('expired'),
    ])
    expect((await get<{ requests: unknown }>('/admin/v1/requests')).body.requests).toEqual([])
  })

  it('counts together what is asked for in small parts within a day', async () => {
    const { id, asked } = await waiting('30.00')
    expect(asked.status).toBe(200)
    const [one, other] = await Promise.all([
      operate(id, { ...REFUND, amount: '19.99' }),
      operate(id, { ...REFUND, amount: '19.98' }),
    ])
    expect([one.status, other.status].toSorted()).not.toEqual([200, 200])
    expect((await operate(id, { ...REFUND, amount: '19.98' })).status).toBe(202)
    expect(Number((await details(id)).amounts.refunded)).toBeLessThan(50)
  })

  it('is made at once below the limit', async () => {
    const { asked } = await waiting('49.99')
    expect(asked.status).toBe(200)
  })
})

describe('the overview', () => {
  it('sums what shoppers have paid, and says why others were declined', async () => {
    await newMerchant()
    const id = await pay()
    await pay({ amount: '8.00' })
    await pay({ 'card.holder': '800.100.152' })
    await operate(id, REFUND)
    const frame = { 'date.from': '2026-11-20 00:00:00', 'date.to': '2026-11-20 23:59:59' }
    const { body } = await get<AdminOverview>('/admin/v1/overview', frame)
    expect(body).toMatchObject({ currency: 'EUR', currencies: ['EUR'], step: 'hour' })
    expect(body.points).toHaveLength(24)
    const filled = body.points.filter(({ succeeded }) => succeeded > 0)
    expect(filled).toMatchObject([{ volume: '100.00', refunded: '30.00', succeeded: 2, failed: 1 }])
    expect(body.declines).toMatchObject([{ code: '800.100.152', count: 1 }])
    expect(body.brands).toEqual([{ brand: 'VISA', count: 3, succeeded: 2, volume: '100.00' }])
    expect([body.authentications, body.disputes]).toEqual([[], []])
  })

  it.each([
    ['2026-10-01 00:00:00', 'day', 51, '2026-11-20'],
    ['2026-08-13 00:00:00', 'week', 15, '2026-11-16'],
    ['2026-01-15 00:00:00', 'month', 11, '2026-11-01'],
  ])('from %s has a point for each %s', async (from, step, points, last) => {
    await newMerchant()
    await pay()
    const frame = { 'date.from': from, 'date.to': '2026-11-20 23:59:59' }
    const { body } = await get<AdminOverview>('/admin/v1/overview', frame)
    expect([body.step, body.points.length]).toEqual([step, points])
    expect(body.points.at(0)?.from.slice(0, 19)).toBe(from)
    expect(body.points.at(-1)).toMatchObject({
      from: `${last} 00:00:00+0000`,
      volume: '92.00',
      succeeded: 1,
    })
  })

  it('shows how payments were authenticated', async () => {
    await newMerchant()
    await pay()
    const shopperResultUrl = 'https://shop.example/result'
    await pay({ ...BROWSER_DATA, shopperResultUrl, 'card.number': '4200000000000026' })
    const frame = { 'date.from': '2026-11-20 00:00:00', 'date.to': '2026-11-20 23:59:59' }
    const { body } = await get<AdminOverview>('/admin/v1/overview', frame)
    expect(body.authentications).toEqual([{ outcome: 'passed', count: 1, succeeded: 1 }])
  })

  it('refuses more than a year', async () => {
    const frame = { 'date.from': '2024-01-01 00:00:00', 'date.to': '2026-11-20 23:59:59' }
    const { status, body } = await get('/admin/v1/overview', frame)
    expect([status, body.result.parameterErrors?.[0]?.name]).toEqual([400, 'date.to'])
  })
})

describe('entities and their access tokens', () => {
  const post = (path: string, form: Form, token = administrator) =>
    sendBare(gateway(), `POST ${path}`, { token, form })

  it('are a tree, and their settings are changed and checked', async () => {
    await newMerchant({ secondPersonAbove: { EUR: '10.00' } })
    const { body } = await get<{ entities: readonly Form[] }>('/admin/v1/entities')
    expect(body.entities.map(({ kind }) => kind)).toEqual(['merchant', 'channel', 'channel'])
    const channel = channelOf(merchant)
    const changed = await post(`/admin/v1/entities/${channel}`, {
      entityName: 'Teahouse',
      settings: '{"profile":"legacy"}',
    })
    expect(changed.status).toBe(200)
    const read = await get<{ entity: unknown }>(`/admin/v1/entities/${channel}`)
    expect(read.body.entity).toMatchObject({
      name: 'Teahouse',
      settings: { profile: 'legacy' },
      inForce: { profile: 'legacy', secondPersonAbove: { EUR: '10.00' } },
    })
    const person = await newPerson('reader', channel)
    const { body: below } = await person.send(`GET /admin/v1/entities/${channel}`)
    const setters = { secondPersonAbove: { id: merchant.id, kind: 'merchant' } }
    expect(read.body.entity).toMatchObject({ inheritedFrom: setters })
    expect(below).toMatchObject({ entity: { inheritedFrom: {} } })
    expect([read.body, below]).toMatchObject([
      { entity: { byDefault: ['brands'] } },
      { entity: { byDefault: ['brands'] } },
    ])
    const wrong = await post(`/admin/v1/entities/${channel}`, { settings: '{"profil":"x"}' })
    expect(wrong.body.result.parameterErrors).toMatchObject([
      { name: 'settings', message: expect.stringContaining('was profile meant?') },
    ])
    const broken = await post(`/admin/v1/entities/${channel}`, { settings: '{"profile' })
    expect(broken.body.result.parameterErrors).toMatchObject([{ message: 'is no JSON object' }])
    const unknown = await post(`/admin/v1/entities/${channel}`, { settings: '{"profil":null}' })
    expect(unknown.body.result.parameterErrors).toMatchObject([
      { message: expect.stringContaining('was profile meant?') },
    ])
  })

  /** Changes settings of the merchant that were read as `before`; answers the refusal, if any. */
  const change = async (settings: object, before?: object) => {
    const { status, body } = await post(`/admin/v1/entities/${merchant.id}`, {
      settings: JSON.stringify(settings),
      ...(before === undefined ? {} : { settingsBefore: JSON.stringify(before) }),
    })
    return status === 200 ? undefined : { status, description: body.result.description }
  }

  const ownSettings = async () => {
    const path = `/admin/v1/entities/${merchant.id}`
    const { body } = await get<{ entity: { settings: object } }>(path)
    return body.entity.settings
  }

  it('have settings of which only the named ones change; null makes one inherited again', async () => {
    await newMerchant({ numberRetentionDays: 30, cardTesting: { triesPerCheckout: 7 } })
    expect(await change({ secondPersonAbove: { EUR: '500.00' } })).toBe(undefined)
    expect(await ownSettings()).toEqual({
      numberRetentionDays: 30,
      cardTesting: { triesPerCheckout: 7 },
      secondPersonAbove: { EUR: '500.00' },
    })
    expect(await change({ cardTesting: null, profile: 'legacy' })).toBe(undefined)
    expect(await ownSettings()).toEqual({
      numberRetentionDays: 30,
      secondPersonAbove: { EUR: '500.00' },
      profile: 'legacy',
    })
  })

  it('have settings that two people change, each another one, from pages of the same age', async () => {
    await newMerchant({ numberRetentionDays: 30 })
    const cardTesting = { triesPerCheckout: 7 }
    expect(await change({ cardTesting }, { cardTesting: null })).toBe(undefined)
    expect(await change({ numberRetentionDays: 90 }, { numberRetentionDays: 30 })).toBe(undefined)
    expect(await ownSettings()).toEqual({ numberRetentionDays: 90, cardTesting })
  })

  it('refuse to change a setting that somebody else has changed since it was read', async () => {
    await newMerchant({ numberRetentionDays: 30 })
    expect(await change({ numberRetentionDays: 60 }, { numberRetentionDays: 30 })).toBe(undefined)
    const refused = {
      status: 409,
      description: expect.stringContaining('somebody else has changed numberRetentionDays'),
    }
    expect(await change({ numberRetentionDays: 90 }, { numberRetentionDays: 30 })).toEqual(refused)
    expect(await change({ numberRetentionDays: null }, {})).toEqual(refused)
    expect(await ownSettings()).toEqual({ numberRetentionDays: 60 })
  })

  it('have limits of the second person that only owners change', async () => {
    await newMerchant({ secondPersonAbove: { EUR: '10.00' } })
    second = await newPerson()
    const path = `POST /admin/v1/entities/${merchant.id}`
    const lifted = { settings: '{"secondPersonAbove":{"EUR":"9999.00"}}' }
    expect((await second.send(path, lifted)).status).toBe(403)
    const removed = { settings: '{"secondPersonAbove":null}' }
    expect((await second.send(path, removed)).status).toBe(403)
    // What it does not name stays as it is.
    expect((await second.send(path, { settings: '{"profile":"legacy"}' })).status).toBe(200)
    expect((await (await newPerson('owner')).send(path, lifted)).status).toBe(200)
  })

  it('have limits that an owner of a channel alone cannot lift above that of the merchant', async () => {
    await newMerchant({ secondPersonAbove: { EUR: '10.00' } })
    const channel = channelOf(merchant)
    const ofChannel = await newPerson('owner', channel)
    const path = `POST /admin/v1/entities/${channel}`
    const lift = (EUR: string) =>
      ofChannel.send(path, { settings: JSON.stringify({ secondPersonAbove: { EUR } }) })
    const refused = await lift('9999.00')
    expect([refused.status, refused.body.result.parameterErrors]).toMatchObject([
      400,
      [{ message: expect.stringContaining('must be at most 10.00, the limit of') }],
    ])
    expect((await lift('5.00')).status).toBe(200)
  })

  it('have limits of which a higher one counts a day later', async () => {
    await newMerchant({ secondPersonAbove: { EUR: '10.00' } })
    const owner = await newPerson('owner')
    const path = `/admin/v1/entities/${merchant.id}`
    const lifted = JSON.stringify({ secondPersonAbove: { EUR: '9999.00' } })
    expect((await owner.send(`POST ${path}`, { settings: lifted })).status).toBe(200)
    const { body } = await get<{ entity: { earlierLimits: readonly Form[] } }>(path)
    expect(body.entity).toMatchObject({
      settings: { secondPersonAbove: { EUR: '9999.00' } },
      inForce: { secondPersonAbove: { EUR: '10.00' } },
      earlierLimits: [{ currency: 'EUR', amount: '10.00', until: expect.any(String) }],
    })
    const id = await pay()
    const refund = async () => (await operate(id, REFUND)).status
    gateway().clock.advance(23 * 60 * 60 * 1000)
    expect(await refund()).toBe(202)
    gateway().clock.advance(60 * 60 * 1000)
    expect(await refund()).toBe(200)
  })

  it('are switched off with all below them, by people above them', async () => {
    const psp = await addMerchant(gateway())
    merchant = await addMerchant(gateway(), { parentId: psp.id })
    const above = await newAdministrator(psp.id)
    administrator = await newAdministrator()
    await post(`/admin/v1/entities/${merchant.id}`, { active: 'false' }, above)
    expect((await post(`/admin/v1/entities/${merchant.id}`, { active: 'true' })).status).toBe(403)
    gateway().clock.advance(2000)
    await expect(pay()).rejects.toThrow('500.100.201')
  })

  it('get access tokens, which are shown, work, and are taken back', async () => {
    await newMerchant()
    const path = `/admin/v1/entities/${merchant.id}/tokens`
    const made = await post(path, { label: 'Shop' })
    const { token, accessToken } = made.body as unknown as {
      token: { id: string }
      accessToken: string
    }
    expect(await found({}, accessToken).catch(() => 'refused')).toBe('refused')
    expect((await post(path, { label: 'Shop' })).body.result.parameterErrors).toMatchObject([
      { name: 'label' },
    ])
    const listed = await get<{ tokens: readonly Form[] }>(path)
    expect(listed.body.tokens.map(({ label }) => label)).toContain('Shop')
    expect(JSON.stringify(listed.body)).not.toContain(accessToken)
    const shown = await post(`/admin/v1/tokens/${token.id}/secret`, {})
    expect(shown.body).toMatchObject({ accessToken })
    const revoked = await sendBare(gateway(), `DELETE /admin/v1/tokens/${token.id}`, {
      token: administrator,
    })
    expect(revoked.status).toBe(200)
    expect((await post(`/admin/v1/tokens/${token.id}/secret`, {})).status).toBe(404)
  })

  it.each(['', 'another key.AAAA'])(
    'refuse to show a token that is sealed as "%s"',
    async (sealed) => {
      await newMerchant()
      const token = newAccessToken()
      const hash = hashToken(token)
      await gateway().store.commit([tokenOf(merchant.id, token)])
      const row = await gateway().store.read.token(hash)
      if (row === undefined) throw new Error('It is there')
      await gateway().store.commit([
        { kind: 'deleteToken', hash },
        { kind: 'insertToken', row: { ...row, sealed } },
      ])
      const shown = await post(`/admin/v1/tokens/${hash}/secret`, {})
      expect(shown.status).toBe(400)
      expect(shown.body.result.description).toContain('make a new one and revoke this one')
      // Nobody has seen it: it does not count as known to a person.
      expect(await gateway().store.read.token(hash)).toMatchObject({ knownTo: '' })
    },
  )

  it('show an access token once, also where its making is repeated', async () => {
    await newMerchant()
    const make = () =>
      sendBare(gateway(), `POST /admin/v1/entities/${merchant.id}/tokens`, {
        token: administrator,
        form: { label: 'Shop' },
        headers: { 'idempotency-key': 'a-new-token' },
      })
    const [first, again] = [await make(), await make()]
    expect(first.body.accessToken).toBeDefined()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toMatchObject({ token: first.body.token, alreadyShown: ['accessToken'] })
    expect(JSON.stringify(again.body)).not.toContain(first.body.accessToken)
  })

  it('of other merchants are not there', async () => {
    await newMerchant()
    const other = merchant.id
    await newMerchant()
    for (const path of [`/admin/v1/entities/${other}`, `/admin/v1/entities/${other}/tokens`]) {
      expect((await get(path)).status).toBe(404)
      expect((await post(path, { label: 'x', entityName: 'x' })).status).not.toBe(200)
    }
  })

  it('stand beside what the gateway says of itself', async () => {
    const { body } = await get<{ dueTimers: number }>('/admin/v1/system')
    expect(body).toMatchObject({ environment: 'test', dueTimers: expect.any(Number) })
  })
})
