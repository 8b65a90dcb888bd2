import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

const pay = async (more: Form = {}) =>
  gateway().post('/v1/payments', cardPayment(gateway().demo.entityId, more))

async function code(path: string, form: Form): Promise<string> {
  return (await gateway().post(path, form)).body.result.code
}

const euros = (amount: string, paymentType: string): Form => ({
  amount,
  currency: 'EUR',
  paymentType,
})

describe('a rebill', () => {
  it('charges the card of a debit again, and can be refunded', async () => {
    const { body: debit } = await pay()
    const { status, body: rebill } = await gateway().post(
      `/v1/payments/${debit.id}`,
      euros('10.00', 'RB'),
    )
    expect(status).toBe(200)
    expect(rebill).toMatchObject({
      paymentType: 'RB',
      paymentBrand: 'VISA',
      amount: '10.00',
      card: { last4Digits: '0000', expiryYear: '2034' },
      result: { code: '000.100.110' },
    })
    expect(await code(`/v1/payments/${rebill.id}`, euros('10.00', 'RF'))).toBe('000.100.110')
    expect(await code(`/v1/payments/${rebill.id}`, euros('0.01', 'RF'))).toBe('700.300.300')
    expect(await code(`/v1/payments/${debit.id}`, euros('92.00', 'RF'))).toBe('000.100.110')
  })

  it('of anything but a debit is refused, and of an unknown payment is answered with 404', async () => {
    const { body: hold } = await pay({ paymentType: 'PA' })
    expect(await code(`/v1/payments/${hold.id}`, euros('1.00', 'RB'))).toBe('700.100.700')
    const unknown = await gateway().post(
      '/v1/payments/8ac7a400000000000000000000000000',
      euros('1.00', 'RB'),
    )
    expect([unknown.status, unknown.body.result.code]).toEqual([404, '700.100.100'])
  })

  it('needs an amount, because it is a new debit', async () => {
    const { body: debit } = await pay()
    const { status, body } = await gateway().post(`/v1/payments/${debit.id}`, { paymentType: 'RB' })
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['amount', 'currency'])
  })

  it('of a debit whose card was wiped is refused with that reason', async () => {
    const { body: debit } = await pay()
    const stored = await gateway().store.read.payment(debit.id)
    const id = stored?.vaultRecordId ?? ''
    await gateway().store.commit([{ kind: 'deleteVaultRecord', id }])
    expect(await code(`/v1/payments/${debit.id}`, euros('1.00', 'RB'))).toBe('700.500.004')
  })
})

describe('a change of a hold', () => {
  it.each(['numberOfCaptures', 'createRegistration'])(
    'refuses %s, which would have no effect',
    async (name) => {
      const { body: hold } = await pay({ paymentType: 'PA', numberOfCaptures: '1' })
      const { status, body } = await gateway().post('/v1/payments', {
        entityId: gateway().demo.entityId,
        ...euros('10.00', 'PA'),
        referenceUuid: hold.id,
        'standingInstruction.type': 'UNSCHEDULED',
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.source': 'MIT',
        'standingInstruction.industryPractice': 'REAUTHORIZATION',
        [name]: name === 'numberOfCaptures' ? '9' : 'true',
      })
      expect([status, body.result.code]).toEqual([400, '200.300.404'])
      expect(body.result.parameterErrors).toMatchObject([
        { name, message: 'must not be sent together with referenceUuid' },
      ])
    },
  )
})

describe('a capture', () => {
  it('with another spelling of FINAL is refused, and captures nothing', async () => {
    const { body: hold } = await pay({ paymentType: 'PA' })
    const last = { ...euros('1.00', 'CP'), sequence: 'final' }
    const { body } = await gateway().post(`/v1/payments/${hold.id}`, last)
    expect(body.result.parameterErrors).toEqual([
      { name: 'sequence', value: 'final', message: 'means nothing: did you mean FINAL?' },
    ])
    expect((await gateway().store.read.payment(hold.id))?.capturedMinor).toBe(0)
  })
})

describe('referenceUuid', () => {
  const change = (referenceUuid: string, industryPractice: string, amount: string): Form => ({
    entityId: gateway().demo.entityId,
    ...euros(amount, 'PA'),
    referenceUuid,
    'standingInstruction.type': 'UNSCHEDULED',
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.source': 'MIT',
    'standingInstruction.industryPractice': industryPractice,
  })

  it('with INCREMENTAL_AUTH raises a hold, which can then be captured in full', async () => {
    const { body: hold } = await pay({ paymentType: 'PA', amount: '50.00' })
    const raised = await gateway().post(
      '/v1/payments',
      change(hold.id, 'INCREMENTAL_AUTH', '25.00'),
    )
    expect(raised.body.result.code).toBe('000.100.110')
    expect(raised.body).toMatchObject({ paymentType: 'PA', amount: '25.00' })
    expect(raised.body.lifecycleId).toBe(hold.lifecycleId)
    expect(await code(`/v1/payments/${raised.body.id}`, euros('25.00', 'CP'))).toBe('700.300.300')
    expect(await code(`/v1/payments/${hold.id}`, euros('75.01', 'CP'))).toBe('700.400.100')
    expect(await code(`/v1/payments/${hold.id}`, euros('75.00', 'CP'))).toBe('000.100.110')
    const legs = await gateway().store.read.postingsOfFamily(hold.id)
    const held = legs.filter(({ account }) => account === 'authorised')
    expect(held.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
  })

  it('with REAUTHORIZATION replaces what is left of a hold', async () => {
    const { body: hold } = await pay({ paymentType: 'PA', amount: '50.00' })
    await gateway().post(`/v1/payments/${hold.id}`, euros('20.00', 'CP'))
    const renewed = await gateway().post(
      '/v1/payments',
      change(hold.id, 'REAUTHORIZATION', '30.00'),
    )
    expect(renewed.body.result.code).toBe('000.100.110')
    expect(await code(`/v1/payments/${hold.id}`, euros('30.00', 'CP'))).toBe('700.300.300')
    expect(await code(`/v1/payments/${renewed.body.id}`, euros('30.00', 'CP'))).toBe('000.100.110')
  })

  it('of a hold that was renewed names the payment that holds the money now', async () => {
    const { body: hold } = await pay({ paymentType: 'PA', amount: '50.00' })
    const renew = (id: string) =>
      gateway().post('/v1/payments', change(id, 'REAUTHORIZATION', '50.00'))
    const { body: renewed } = await renew(hold.id)
    const capture = await gateway().post(`/v1/payments/${hold.id}`, euros('50.00', 'CP'))
    expect(capture.body.result).toEqual({
      code: '700.300.300',
      description: `The hold was renewed by payment ${renewed.id}: name that payment`,
    })
    const { body: last } = await renew(renewed.id)
    const reversal = await gateway().post(`/v1/payments/${hold.id}`, { paymentType: 'RV' })
    expect(reversal.body.result.description).toContain(`renewed by payment ${last.id}`)
    const { body: fault } = await renew(hold.id)
    expect(fault.result.parameterErrors?.[0]?.message).toContain(`renewed by payment ${last.id}`)
  })

  it('of a hold that was reversed says that nothing of it is open', async () => {
    const { body: hold } = await pay({ paymentType: 'PA', amount: '50.00' })
    expect(await code(`/v1/payments/${hold.id}`, { paymentType: 'RV' })).toBe('000.100.110')
    const capture = await gateway().post(`/v1/payments/${hold.id}`, euros('50.00', 'CP'))
    expect(capture.body.result.description).toContain('already wholly captured, reversed')
  })

  it('changes a hold and does not close it, whatever the value of sequence', async () => {
    const { body: hold } = await pay({ paymentType: 'PA', amount: '50.00' })
    const last = { ...change(hold.id, 'INCREMENTAL_AUTH', '25.00'), sequence: 'FINAL' }
    expect(await code('/v1/payments', last)).toBe('000.100.110')
    expect(await code(`/v1/payments/${hold.id}`, euros('75.00', 'CP'))).toBe('000.100.110')
  })

  it('with REAUTHORIZATION in parallel requests renews the hold once, even with a slow acquirer', async () => {
    const { body: hold } = await pay({ paymentType: 'PA', amount: '50.00' })
    const slow = { 'customParameters[SIMULATOR_outcome]': 'delay:50' }
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        gateway().post('/v1/payments', { ...change(hold.id, 'REAUTHORIZATION', '50.00'), ...slow }),
      ),
    )
    const codes = answers.map(({ body }) => body.result.code)
    expect(codes.toSorted()).toEqual(['000.100.110', '200.300.404', '200.300.404'])
    expect(await code(`/v1/payments/${hold.id}`, euros('1.00', 'CP'))).toBe('700.300.300')
    const legs = await gateway().store.read.postingsOfFamily(hold.id)
    const held = legs.filter(({ account }) => account === 'authorised')
    expect(held.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(5000)
  })

  it('that matches nothing is refused as an invalid parameter', async () => {
    const { body: debit } = await pay()
    const unknown = '8ac7a400000000000000000000000000'
    for (const [id, reason] of [
      [unknown, 'no payment with this id'],
      [debit.id, 'must be a successful PA'],
    ] as const) {
      const { status, body } = await gateway().post(
        '/v1/payments',
        change(id, 'INCREMENTAL_AUTH', '25.00'),
      )
      expect([status, body.result.code]).toEqual([400, '200.300.404'])
      expect(body.result.parameterErrors?.[0]).toMatchObject({
        name: 'referenceUuid',
        message: expect.stringContaining(reason),
      })
    }
  })

  it('of a hold that is raised while it is captured never captures too much', async () => {
    const { body: hold } = await pay({ paymentType: 'PA', amount: '10.00' })
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        code('/v1/payments', change(hold.id, 'INCREMENTAL_AUTH', '1.00')),
      ),
      ...Array.from({ length: 10 }, () => code(`/v1/payments/${hold.id}`, euros('3.00', 'CP'))),
    ])
    const captured = answers.slice(5).filter((one) => one === '000.100.110').length
    const stored = await gateway().store.read.payment(hold.id)
    expect(stored?.capturedMinor).toBe(captured * 300)
    expect(stored?.authorisedMinor).toBeGreaterThanOrEqual(stored?.capturedMinor ?? 0)
  })
})

describe('an operation that the connector does not support', () => {
  it('is refused with what is possible instead, and nothing is recorded', async () => {
    const { status, body } = await pay({
      paymentType: 'PA',
      paymentBrand: 'DIRECTDEBIT_SEPA',
      'card.number': undefined,
      'card.holder': undefined,
      'card.expiryMonth': undefined,
      'card.expiryYear': undefined,
      'card.cvv': undefined,
      'bankAccount.holder': 'Jane Jones',
      'bankAccount.iban': 'DE23100000001234567890',
      'bankAccount.bic': 'MARKDEF1100',
    })
    expect([status, body.result.code]).toEqual([400, '600.200.310'])
    expect(body.result.description).toContain('DB')
    expect(body.id).toBeUndefined()
  })
})
