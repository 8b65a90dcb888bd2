import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, tokenOf } from '../../testing/merchants.fixture.ts'

const gateway = useTestGateway()

async function refund(more: Form, headers = {}): Promise<readonly [number, string]> {
  const paid = await gateway().post('/v1/payments', cardPayment(gateway().demo.entityId))
  const form = { paymentType: 'RF', amount: '1.00', currency: 'EUR', ...more }
  const { status, body } = await gateway().post(`/v1/payments/${paid.body.id}`, form, headers)
  return [status, body.result.code]
}

describe('testMode of a reference', () => {
  it('may be left out, and the reference then uses the mode of its payment', async () => {
    expect(await refund({})).toEqual([200, '000.100.110'])
  })

  it('may be the mode of its payment', async () => {
    expect(await refund({ testMode: 'INTERNAL' })).toEqual([200, '000.100.110'])
  })

  it('must not be another mode', async () => {
    expect(await refund({ testMode: 'EXTERNAL' })).toEqual([400, '700.100.600'])
  })
})

describe('the entity of a reference', () => {
  it('must have access to the payment, as must the token', async () => {
    const [, merchant, psp] = await gateway().store.read.entityPath(gateway().demo.entityId)
    const another = await addMerchant(gateway(), { parentId: psp?.id ?? '' })
    await gateway().store.commit([tokenOf(psp?.id ?? '', 'token-of-the-psp')])
    const authorization = 'Bearer token-of-the-psp'
    expect(await refund({ entityId: merchant?.id }, { authorization })).toEqual([
      200,
      '000.100.110',
    ])
    expect(await refund({ entityId: another.id }, { authorization })).toEqual([404, '700.400.520'])
  })
})
