import { describe, expect, it } from 'vitest'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'
import { outcome, payWith, remove, store, storedCard } from './stored-card.fixture.ts'

const gateway = useTestGateway()
const HEX32 = /^[0-9a-f]{32}$/

const register = (form: Form, headers: Record<string, string> = {}) =>
  gateway().post('/v1/registrations', form, headers)
const card = (more: Form = {}) => storedCard(gateway().demo.entityId, more)
const read = (id: string) => gateway().get(`/v1/registrations/${id}`)

describe('POST /v1/registrations', () => {
  it('stores a card; the id is the token, and there is no registrationId', async () => {
    const made = await register(card({ 'customer.givenName': 'Jane', 'customer.surname': 'Jones' }))
    expect(outcome(made)).toEqual([200, '000.100.110'])
    expect(made.body.id).toMatch(HEX32)
    expect(made.body).not.toHaveProperty('registrationId')
    expect(made.body).toMatchObject({
      paymentType: 'RG',
      paymentBrand: 'VISA',
      card: {
        bin: '420000',
        last4Digits: '0000',
        holder: 'Jane Jones',
        expiryMonth: '05',
        expiryYear: '2034',
      },
      customer: { givenName: 'Jane', surname: 'Jones' },
    })
    expect((await read(made.body.id)).body).toMatchObject({
      id: made.body.id,
      card: made.body.card,
    })
  })

  it('keeps no cryptogram of a wallet', async () => {
    const cryptogram = 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA='
    const device = { 'card.numberType': 'DPAN', 'threeDSecure.eci': '05' }
    const made = await register(card({ ...device, 'threeDSecure.verificationId': cryptogram }))
    expect(outcome(made)).toEqual([200, '000.100.110'])
    expect(made.body).toMatchObject({ threeDSecure: { eci: '05' } })
    const stored = await gateway().store.read.registration(made.body.id)
    expect(JSON.stringify([made.body, stored])).not.toContain(cryptogram)
  })

  it('stores an account at a bank, at a wallet, and the token of another provider', async () => {
    const { entityId } = gateway().demo
    const accounts: Form[] = [
      {
        paymentBrand: 'DIRECTDEBIT_SEPA',
        'bankAccount.holder': 'Jane Jones',
        'bankAccount.iban': 'DE89370400440532013000',
        'bankAccount.bic': 'COBADEFFXXX',
      },
      { paymentBrand: 'PAYPAL', 'virtualAccount.accountId': 'jane@example.org' },
      {
        paymentBrand: 'VISA',
        'tokenAccount.number': '4200000000000000',
        'tokenAccount.type': 'EXTERNAL',
      },
    ]
    for (const account of accounts) {
      const made = await register({ entityId, ...account })
      expect(outcome(made)).toEqual([200, '000.100.110'])
      expect(JSON.stringify(made.body)).not.toContain('532013000')
      const paid = await payWith(gateway(), made.body.id, {
        shopperResultUrl: 'https://shop.example',
      })
      expect(paid.status, JSON.stringify(paid.body)).toBe(200)
      expect(paid.body).toMatchObject({
        registrationId: made.body.id,
        paymentBrand: account.paymentBrand,
      })
    }
  })

  it('records details that cannot be charged as failed, with the code and without a token', async () => {
    const wrong = await register(card({ 'card.number': '4200000000000001' }))
    expect(outcome(wrong)).toEqual([400, '100.100.101'])
    expect(outcome(await read(wrong.body.id))).toEqual([400, '100.100.101'])
    expect(await gateway().store.read.registration(wrong.body.id)).toMatchObject({
      state: 'failed',
      vaultRecordId: null,
    })
    expect(outcome(await payWith(gateway(), wrong.body.id))).toEqual([400, '100.150.203'])
    const over = await register(card({ 'card.expiryYear': '2020' }))
    expect(outcome(over)).toEqual([400, '100.100.303'])
    expect(outcome(await remove(gateway(), over.body.id))).toEqual([400, '100.150.203'])
  })

  it('names all faults of the request at once', async () => {
    const refused = await register({ paymentBrand: 'VISA', 'card.number': '42' })
    expect(outcome(refused)).toEqual([400, '200.300.404'])
    expect(refused.body.result.parameterErrors?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['entityId', 'card.number', 'card.expiryMonth']),
    )
  })

  it('refuses a brand that is paid on another page', async () => {
    const { entityId } = gateway().demo
    const refused = await register({ entityId, paymentBrand: 'IDEAL' })
    expect(outcome(refused)).toEqual([400, '100.150.100'])
  })

  it('is carried out once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'store-once' }
    const [one, other] = [await register(card(), headers), await register(card(), headers)]
    expect(other.body).toEqual(one.body)
    expect(other.headers.get('idempotent-replayed')).toBe('true')
  })

  it('keeps the initial transaction id of a series that began at another provider', async () => {
    const id = await store(gateway(), {
      'recurringMigration.paymentType': 'DB',
      'recurringMigration.connectorTxId1': 'network-4711',
    })
    const paid = await payWith(gateway(), id, {
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'UNSCHEDULED',
    })
    expect(paid.body).toMatchObject({
      registrationId: id,
      standingInstruction: { source: 'MIT', initialTransactionId: 'network-4711' },
    })
  })
})

describe('POST /v1/registrations/{id}/payments', () => {
  it('pays with the stored details, as often as the merchant asks', async () => {
    const id = await store(gateway())
    for (const paymentType of ['DB', 'PA', 'CD']) {
      const paid = await payWith(gateway(), id, { paymentType })
      expect(outcome(paid)).toEqual([200, '000.100.110'])
      expect(paid.body).toMatchObject({
        registrationId: id,
        paymentType,
        amount: '92.00',
        card: { last4Digits: '0000', holder: 'Jane Jones' },
      })
      expect(paid.body).not.toHaveProperty('registration')
    }
  })

  it('uses the holder of the request when none is stored, for this payment only', async () => {
    const id = await store(gateway(), { 'card.holder': undefined })
    const holderOf = async (more: Form) =>
      ((await payWith(gateway(), id, more)).body.card as unknown as { holder?: string }).holder
    const given = { 'card.holder': 'Jane Smith', overrideHolder: 'true' }
    expect(await holderOf(given)).toBe('Jane Smith')
    expect(await holderOf({ ...given, overrideHolder: undefined })).toBeUndefined()
    expect(await holderOf({})).toBeUndefined()
    const named = await store(gateway())
    const paid = await payWith(gateway(), named, given)
    expect(paid.body.card).toMatchObject({ holder: 'Jane Jones' })
  })

  it('declines a security code that the brand does not have', async () => {
    const id = await store(gateway())
    expect(outcome(await payWith(gateway(), id, { 'card.cvv': '1234' }))).toEqual([
      400,
      '100.100.601',
    ])
  })

  it('is carried out once per Idempotency-Key', async () => {
    const id = await store(gateway())
    const { entityId } = gateway().demo
    const form = { entityId, amount: '5.00', currency: 'EUR', paymentType: 'DB' }
    const pay = () =>
      gateway().post(`/v1/registrations/${id}/payments`, form, { 'idempotency-key': 'pay-once' })
    expect((await pay()).body).toEqual((await pay()).body)
  })

  it('works by registrationId on POST /v1/payments as well', async () => {
    const id = await store(gateway())
    const { entityId } = gateway().demo
    const paid = await gateway().post('/v1/payments', {
      entityId,
      amount: '5.00',
      currency: 'EUR',
      paymentType: 'DB',
      registrationId: id,
    })
    expect(outcome(paid)).toEqual([200, '000.100.110'])
    expect(paid.body).toMatchObject({ registrationId: id, paymentBrand: 'VISA' })
  })

  it('succeeds when many requests pay at the same time', async () => {
    const id = await store(gateway())
    const paid = await Promise.all(Array.from({ length: 20 }, () => payWith(gateway(), id)))
    expect(new Set(paid.map((one) => outcome(one).join()))).toEqual(new Set(['200,000.100.110']))
  })
})

describe('DELETE /v1/registrations/{id}', () => {
  it('deletes it for good, and only once', async () => {
    const id = await store(gateway())
    const before = await gateway().store.read.registration(id)
    const removed = await remove(gateway(), id)
    expect(outcome(removed)).toEqual([200, '000.100.110'])
    expect(removed.body).toMatchObject({ id, paymentType: 'DR' })
    expect(await gateway().store.read.vaultRecord(before?.vaultRecordId ?? '')).toBeUndefined()
    expect(outcome(await remove(gateway(), id))).toEqual([400, '100.150.202'])
    expect(outcome(await read(id))).toEqual([404, '100.150.202'])
    expect(outcome(await payWith(gateway(), id))).toEqual([400, '100.150.202'])
  })

  it('accepts exactly one of several parallel requests', async () => {
    const id = await store(gateway())
    const removed = await Promise.all([1, 2, 3, 4].map(() => remove(gateway(), id)))
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  it('wipes the card of the payment that stored it, so that no rebill is possible', async () => {
    const { entityId } = gateway().demo
    const form = cardPayment(entityId, { createRegistration: 'true' })
    const { body } = await gateway().post('/v1/payments', form)
    await remove(gateway(), String(body.registrationId))
    const rebilled = await gateway().post(`/v1/payments/${body.id}`, {
      entityId,
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'RB',
    })
    expect(outcome(rebilled)).toEqual([400, '700.500.004'])
  })
})

describe('POST /v1/registrations/{id}/extendlife', () => {
  it('keeps it for 24 months from now', async () => {
    const id = await store(gateway(), { 'card.expiryYear': '2026', 'card.expiryMonth': '12' })
    const extend = () =>
      gateway().post(`/v1/registrations/${id}/extendlife`, { entityId: gateway().demo.entityId })
    const extended = await extend()
    expect(outcome(extended)).toEqual([200, '000.100.110'])
    expect(extended.body).toMatchObject({ id, paymentType: 'TE' })
    const row = await gateway().store.read.registration(id)
    expect(new Date(row?.expiresAtMs ?? 0).toISOString()).toBe('2028-11-20T15:00:00.000Z')
    await remove(gateway(), id)
    expect(outcome(await extend())).toEqual([400, '100.150.202'])
  })
})

describe('access to a registration', () => {
  it('is answered to other merchants as if it did not exist', async () => {
    const id = await store(gateway())
    const other = await addMerchant(gateway())
    const token = other.accessToken
    const unknown = [404, '100.150.200']
    const form = { entityId: channelOf(other), amount: '1.00', currency: 'EUR', paymentType: 'DB' }
    const path = `/v1/registrations/${id}`
    expect(outcome(await sendBare(gateway(), `GET ${path}`, { token }))).toEqual(unknown)
    expect(outcome(await sendBare(gateway(), `DELETE ${path}`, { token }))).toEqual(unknown)
    expect(outcome(await sendBare(gateway(), `POST ${path}/payments`, { token, form }))).toEqual(
      unknown,
    )
    expect(
      outcome(
        await sendBare(gateway(), 'POST /v1/payments', {
          token,
          form: { ...form, registrationId: id },
        }),
      ),
    ).toEqual(unknown)
    expect(outcome(await read('0'.repeat(32)))).toEqual(unknown)
    expect(outcome(await payWith(gateway(), id))).toEqual([200, '000.100.110'])
  })

  it('is for the channel that stored it, and the refusal tells its merchant so', async () => {
    const merchant = await addMerchant(gateway(), { channels: [{}, {}] })
    const [channel = '', another = ''] = merchant.channelIds
    const token = merchant.accessToken
    const made = await sendBare(gateway(), 'POST /v1/registrations', {
      token,
      form: storedCard(channel),
    })
    const form = { entityId: another, amount: '1.00', currency: 'EUR', paymentType: 'DB' }
    const path = `POST /v1/registrations/${made.body.id}/payments`
    expect(outcome(await sendBare(gateway(), path, { token, form }))).toEqual([400, '700.400.700'])
    const ofMerchant = { ...form, entityId: merchant.id }
    const paid = await sendBare(gateway(), path, { token, form: ofMerchant })
    expect(outcome(paid)).toEqual([200, '000.100.110'])
  })
})
