import { describe, expect, it } from 'vitest'
import {
  cardPayment,
  type Form,
  useTestGateway,
  type WireAnswer,
} from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const euros = (amount: string, paymentType: string): Form => ({
  amount,
  currency: 'EUR',
  paymentType,
})

const practice = (industryPractice: string): Form => ({
  'standingInstruction.type': 'UNSCHEDULED',
  'standingInstruction.mode': 'REPEATED',
  'standingInstruction.source': 'MIT',
  'standingInstruction.industryPractice': industryPractice,
})

const holdOf = async (amount: string) =>
  (
    await gateway().post(
      '/v1/payments',
      cardPayment(gateway().demo.entityId, { amount, paymentType: 'PA', numberOfCaptures: '3' }),
    )
  ).body.id

const refer = (id: string, form: Form) => gateway().post(`/v1/payments/${id}`, form)

/** The two ways to name the earlier payment. */
const forms: Readonly<Record<string, (id: string, form: Form) => Promise<WireAnswer>>> = {
  'its id in the path': refer,
  'its id in referenceUuid': (referenceUuid, form) =>
    gateway().post('/v1/payments', { entityId: gateway().demo.entityId, referenceUuid, ...form }),
}

const raise = (amount: string): Form => ({
  ...euros(amount, 'PA'),
  ...practice('INCREMENTAL_AUTH'),
})
const renew = (amount: string): Form => ({ ...euros(amount, 'PA'), ...practice('REAUTHORIZATION') })

const storedOf = (id: string) => gateway().store.read.payment(id)

const countPayments = async () => {
  const query = { entityIds: [gateway().demo.entityId] }
  const part = { offset: 0, limit: 1, maxRows: 1000, counts: true }
  return (await gateway().store.read.findTransactions(query, part)).count
}

describe.each(Object.entries(forms))('a hold that is changed by %s', (_form, change) => {
  it('is raised, and captured by its old id', async () => {
    const id = await holdOf('50.00')
    const { status, body } = await change(id, raise('25.00'))
    expect([status, body.result.code]).toEqual([200, '000.100.110'])
    expect(body).toMatchObject({ paymentType: 'PA', amount: '25.00', currency: 'EUR' })
    expect(await storedOf(body.id)).toMatchObject({ referencedId: id, authorisedMinor: 0 })
    expect(await storedOf(id)).toMatchObject({ authorisedMinor: 7500 })
    expect((await refer(id, euros('75.00', 'CP'))).status).toBe(200)
  })

  it('is renewed, and captured by its new id', async () => {
    const id = await holdOf('50.00')
    await refer(id, euros('20.00', 'CP'))
    const { body } = await change(id, renew('30.00'))
    expect(body.result.code).toBe('000.100.110')
    expect(await storedOf(body.id)).toMatchObject({ authorisedMinor: 3000, maximumCaptures: 2 })
    expect((await refer(id, euros('1.00', 'CP'))).body.result.code).toBe('700.300.300')
    expect((await refer(body.id, euros('30.00', 'CP'))).status).toBe(200)
  })

  it('is refused as a validation error where it cannot be changed, and nothing is written', async () => {
    const id = await holdOf('50.00')
    const before = await countPayments()
    for (const [form, reason] of [
      [renew('50.01'), 'is more than the 50.00 EUR that is open'],
      [{ ...raise('1.00'), currency: 'USD' }, 'its currency is another one'],
    ] as const) {
      const { status, body } = await change(id, form)
      expect([status, body.result.code]).toEqual([400, '200.300.404'])
      expect(body.result.parameterErrors).toHaveLength(1)
      expect(body.result.parameterErrors?.[0]?.message).toContain(reason)
      expect(body).toMatchObject({ paymentType: 'PA', currency: form.currency })
    }
    expect(await countPayments()).toBe(before)
  })

  it.each([
    ['numberOfCaptures', '9'],
    ['createRegistration', 'true'],
    ['registrationId', '8ac7a4a19ab1c2d3e4f5061728394a5c'],
    ['card.number', '4200000000000000'],
  ])('refuses %s, which would have no effect', async (name, value) => {
    const id = await holdOf('50.00')
    const { status, body } = await change(id, { ...raise('1.00'), [name]: value })
    expect(status).toBe(400)
    expect(body.result.parameterErrors?.map((error) => error.name)).toContain(name)
  })

  it.each(['amount', 'currency', 'standingInstruction.mode', 'standingInstruction.source'])(
    'needs %s',
    async (name) => {
      const id = await holdOf('50.00')
      const { status, body } = await change(id, { ...raise('1.00'), [name]: undefined })
      expect(status).toBe(400)
      expect(body.result.parameterErrors?.map((error) => error.name)).toContain(name)
    },
  )
})

describe('a PA that names an earlier payment in its path', () => {
  it('needs no entityId, because the token identifies the merchant', async () => {
    const id = await holdOf('50.00')
    expect((await refer(id, raise('1.00'))).status).toBe(200)
  })

  it('is one with spaces around its type as well', async () => {
    const id = await holdOf('50.00')
    expect((await refer(id, { ...raise('1.00'), paymentType: ' PA ' })).status).toBe(200)
  })

  it('must say whether it raises or renews the hold', async () => {
    const id = await holdOf('50.00')
    const { body } = await refer(id, euros('1.00', 'PA'))
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'standingInstruction.industryPractice',
        value: '',
        message:
          'is required: INCREMENTAL_AUTH raises the hold of this payment, REAUTHORIZATION renews it; a new payment is sent to POST /v1/payments',
      },
    ])
    const late = await refer(id, { ...euros('1.00', 'PA'), ...practice('NO_SHOW') })
    expect(late.body.result.parameterErrors?.[0]).toMatchObject({
      name: 'standingInstruction.industryPractice',
      message: expect.stringContaining('it charges anew, send it to POST /v1/payments'),
    })
  })

  it('of a payment that is not a hold is refused and names the id', async () => {
    const debit = await gateway().post('/v1/payments', cardPayment(gateway().demo.entityId))
    const { status, body } = await refer(debit.body.id, raise('1.00'))
    expect(status).toBe(400)
    expect(body.result.parameterErrors).toMatchObject([
      { name: 'id', message: expect.stringContaining('must be a successful PA') },
    ])
  })

  it('of an unknown payment is answered with 404', async () => {
    const { status, body } = await refer('8ac7a400000000000000000000000000', raise('1.00'))
    expect([status, body.result.code]).toEqual([404, '700.100.100'])
  })
})

describe('INCREMENTAL_AUTH and REAUTHORIZATION without an earlier payment', () => {
  it.each(
    ['INCREMENTAL_AUTH', 'REAUTHORIZATION'].flatMap((one) =>
      ['PA', 'DB', 'CD'].map((paymentType) => [one, paymentType] as const),
    ),
  )('%s is refused as a new %s, and names referenceUuid', async (one, paymentType) => {
    const before = await countPayments()
    const form = cardPayment(gateway().demo.entityId, {
      paymentType,
      'card.cvv': undefined,
      ...practice(one),
    })
    const { status, body } = await gateway().post('/v1/payments', form)
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors).toContainEqual({
      name: 'referenceUuid',
      value: '',
      message: `is required together with standingInstruction.industryPractice=${one}: the id of the PA whose hold is raised or renewed`,
    })
    expect(await countPayments()).toBe(before)
  })

  it('is refused at the creation of a checkout and at its update', async () => {
    const { entityId } = gateway().demo
    const plain = { entityId, ...euros('92.00', 'PA') }
    const asked = {
      ...practice('INCREMENTAL_AUTH'),
      'standingInstruction.initialTransactionId': 'x',
    }
    const created = await gateway().post('/v1/checkouts', { ...plain, ...asked })
    const open = await gateway().post('/v1/checkouts', plain)
    const updated = await gateway().post(`/v1/checkouts/${open.body.id}`, { entityId, ...asked })
    for (const { status, body } of [created, updated]) {
      expect(status).toBe(400)
      expect(body.result.parameterErrors).toMatchObject([
        {
          name: 'standingInstruction.industryPractice',
          message: expect.stringContaining('send it to POST /v1/payments with referenceUuid'),
        },
      ])
    }
  })

  it('is refused with stored payment details', async () => {
    const stored = await gateway().post(
      '/v1/payments',
      cardPayment(gateway().demo.entityId, { createRegistration: 'true' }),
    )
    const { status, body } = await gateway().post(
      `/v1/registrations/${stored.body.registrationId}/payments`,
      { ...euros('10.00', 'PA'), ...practice('REAUTHORIZATION') },
    )
    expect(status).toBe(400)
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual([
      'standingInstruction.industryPractice',
    ])
  })
})
