import { describe, expect, it } from 'vitest'
import { cardPayment, type Form } from '../../../server/testing/gateway.fixture.ts'
import { channelOf, sendBare } from '../../../server/testing/merchants.fixture.ts'
import { useGatewayOnFile } from './gateway-on-file.fixture.ts'

const opened = useGatewayOnFile()

const send = (methodAndPath: string, form: Form) =>
  sendBare(opened().gateway, methodAndPath, { token: opened().merchant.accessToken, form })

let customers = 0

/** A payment of a customer of its own. */
async function paidBySomebody(more: Form = {}) {
  customers += 1
  const email = `jane${customers}@shop.example`
  const names = { 'customer.givenName': 'Jane', 'customer.surname': 'Jones' }
  const form = cardPayment(channelOf(opened().merchant), {
    'customer.email': email,
    ...names,
    ...more,
  })
  const { status, body } = await send('POST /v1/payments', form)
  expect(status).toBe(200)
  return { email, id: body.id, registrationId: String(body.registrationId) }
}

const customer = (act: string, by: string, value: string, ...more: string[]) => {
  const words = ['--by', by, '--value', value, ...more]
  return opened().customer(act, words)
}

const read = (id: string) =>
  sendBare(opened().gateway, `GET /v1/payments/${id}`, { token: opened().merchant.accessToken })

describe('tillgate customer erase, beside a running gateway', () => {
  it('leaves payments that can be read and refunded, and charged no more', async () => {
    const { email, id } = await paidBySomebody({ merchantTransactionId: 'order-2026-17' })
    expect(await customer('erase', 'email', email)).toMatchObject({ code: 0 })
    const { status, body } = await read(id)
    expect([status, body.amount, body.merchantTransactionId]).toEqual([
      200,
      '92.00',
      'order-2026-17',
    ])
    expect(JSON.stringify(body)).not.toMatch(/Jane|shop\.example/)
    const part = { entityId: channelOf(opened().merchant), amount: '2.00', currency: 'EUR' }
    const refund = await send(`POST /v1/payments/${id}`, { ...part, paymentType: 'RF' })
    expect(refund.body.result.code).toBe('000.100.110')
    const rebill = await send(`POST /v1/payments/${id}`, { ...part, paymentType: 'RB' })
    expect(rebill.status).toBe(400)
  })

  it('ends stored details, by their id', async () => {
    const { id, registrationId } = await paidBySomebody({ createRegistration: 'true' })
    expect(await customer('erase', 'registration', registrationId)).toMatchObject({ code: 0 })
    const path = `GET /v1/registrations/${registrationId}`
    expect(
      (await sendBare(opened().gateway, path, { token: opened().merchant.accessToken })).status,
    ).toBe(404)
    expect(JSON.stringify((await read(id)).body)).not.toContain('Jane')
  })

  it('changes nothing with --dry-run, and says how much it would be', async () => {
    const { email, id } = await paidBySomebody()
    const { body: before } = await read(id)
    const { lines } = await customer('erase', 'email', email, '--dry-run')
    expect(lines).toContain('1 payments')
    expect(lines.at(-1)).toMatch(/^\d+ changes would be written$/)
    const { body: after } = await read(id)
    expect({ ...after, ndc: '', timestamp: '' }).toEqual({ ...before, ndc: '', timestamp: '' })
  })

  it('is refused while money is held, and names the payment', async () => {
    const { email, id } = await paidBySomebody({ paymentType: 'PA' })
    const refused = await customer('erase', 'email', email)
    expect(refused).toMatchObject({
      code: 1,
      complaints: [`tillgate customer erase: money is still held by payment ${id}`],
    })
    const capture = { entityId: channelOf(opened().merchant), paymentType: 'CP', sequence: 'FINAL' }
    await send(`POST /v1/payments/${id}`, { ...capture, amount: '10.00', currency: 'EUR' })
    expect(await customer('erase', 'email', email)).toMatchObject({ code: 0 })
  })

  it('is refused while a shopper may still pay, and tells no id that pays', async () => {
    const { email } = await paidBySomebody()
    const names = { 'customer.givenName': 'Jane', 'customer.surname': 'Jones' }
    const money = { paymentType: 'DB', amount: '5.00', currency: 'EUR' }
    opened().gateway.clock.advance(45 * 60_000)
    const open = await send('POST /v1/checkouts', {
      entityId: channelOf(opened().merchant),
      ...money,
      ...names,
      'customer.email': email,
    })
    const refused = await customer('erase', 'email', email)
    expect(refused.code).toBe(1)
    expect(refused.complaints.join()).toContain('a shopper may still pay checkout')
    expect(refused.complaints.join()).not.toContain(open.body.id)
    const token = opened().merchant.accessToken
    const path = `DELETE /v1/checkouts/${open.body.id}?entityId=${channelOf(opened().merchant)}`
    expect((await sendBare(opened().gateway, path, { token })).status).toBe(200)
    expect(await customer('erase', 'email', email)).toMatchObject({ code: 0 })
  })

  it('is in the audit log, without whom it was about', async () => {
    const { email } = await paidBySomebody()
    await customer('erase', 'email', email)
    const path = await opened().gateway.store.read.entityPath(opened().merchant.id)
    const rows = await opened().gateway.store.read.auditEntriesAfter(path.at(-1)?.id ?? '', 0, 500)
    expect(JSON.stringify(rows)).toContain('customer.erase')
    expect(JSON.stringify(rows)).not.toContain(email)
  })

  it.each([
    [['--by', 'name', '--value', 'x'], '--by must be one of'],
    [['--by', 'email'], '--value'],
  ])('says what is wrong with %s', async (words, complaint) => {
    const { code, complaints } = await opened().customer('erase', words)
    expect([code, complaints.join()]).toEqual([2, expect.stringContaining(complaint)])
  })
})
