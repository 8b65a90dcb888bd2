import { expect, test } from 'vitest'
import { cardPayment, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

test('a stored card whose number an operator has given up is refused, and not charged', async () => {
  const { entityId } = gateway().demo
  const stored = await gateway().post(
    '/v1/payments',
    cardPayment(entityId, { createRegistration: 'true' }),
  )
  const { registrationId = '' } = stored.body
  const row = await gateway().store.read.registration(registrationId)
  await gateway().store.commit([{ kind: 'wipeVaultRecord', id: row?.vaultRecordId ?? '' }])
  const { status, body } = await gateway().post(`/v1/registrations/${registrationId}/payments`, {
    entityId,
    amount: '1.00',
    currency: 'EUR',
    paymentType: 'DB',
  })
  expect([status, body.result.code]).toEqual([400, '100.150.203'])
  expect(body.result.description).toContain('store them again')
})
