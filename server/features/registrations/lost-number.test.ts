import { expect, onTestFinished, test } from 'vitest'
import { cardPayment, startTestGateway, useTestGateway } from '../../testing/gateway.fixture.ts'

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

test('the same of one whose sealed number was altered, and of a rebill; the log names the record', async () => {
  const lines: string[] = []
  const own = await startTestGateway({ onLogLine: (line) => void lines.push(line) })
  onTestFinished(own.close)
  const { entityId } = own.demo
  const stored = await own.post(
    '/v1/payments',
    cardPayment(entityId, { createRegistration: 'true' }),
  )
  const { id, registrationId = '' } = stored.body
  const registration = await own.store.read.registration(registrationId)
  const record = await own.store.read.vaultRecord(registration?.vaultRecordId ?? '')
  if (record === undefined) throw new Error('It was stored')
  const sealed = `${record.sealed.slice(0, -4)}AAAA`
  const altered = { id: record.id, expectedSealed: record.sealed, sealed }
  await own.store.commit([{ kind: 'resealVaultRecord', ...altered }])
  const form = { entityId, amount: '1.00', currency: 'EUR' }
  const paid = await own.post(`/v1/registrations/${registrationId}/payments`, {
    ...form,
    paymentType: 'DB',
  })
  expect([paid.status, paid.body.result.code]).toEqual([400, '100.150.203'])
  const rebilled = await own.post(`/v1/payments/${id}`, { ...form, paymentType: 'RB' })
  expect([rebilled.status, rebilled.body.result.code]).toEqual([400, '700.500.004'])
  expect(lines.filter((line) => line.includes(record.id)).length).toBeGreaterThan(0)
})
