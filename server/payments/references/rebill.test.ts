import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../../simulation/memory-store/open-memory-store.ts'
import { openVault } from '../../kernel/vault/vault.ts'
import type { Refusal } from '../../results/refusal.ts'
import { cardPayment, type Form, useTestGateway } from '../../testing/gateway.fixture.ts'
import { addMerchant, channelOf, sendBare } from '../../testing/merchants.fixture.ts'
import { type PaymentDetails, storedDetails } from '../details.ts'
import type { Instrument } from '../instruments/instrument-kinds.ts'
import { paymentRow } from '../payment-row.fixture.ts'
import { keptInstrument } from './rebill.ts'

const gateway = useTestGateway()

const TEN_EUROS: Form = { amount: '10.00', currency: 'EUR' }
const REBILL: Form = { ...TEN_EUROS, paymentType: 'RB' }
const EXPIRES: Form = { 'card.expiryMonth': '12', 'card.expiryYear': '2027' }

/** A channel with a clock and settings of its own, which keeps numbers longer than cards are valid. */
async function channel() {
  const merchant = await addMerchant(gateway(), {
    channels: [{ numberRetentionDays: 3650 }],
  })
  const entityId = channelOf(merchant)
  const token = merchant.accessToken
  const post = async (path: string, form: Form) =>
    (await sendBare(gateway(), `POST ${path}`, { token, form })).body
  return { entityId, post, rebill: (id: string) => post(`/v1/payments/${id}`, REBILL) }
}

const networkToken = (entityId: string): Form => ({
  entityId,
  ...TEN_EUROS,
  paymentType: 'DB',
  'tokenAccount.type': 'NETWORK',
  'tokenAccount.number': '4200000000000000',
  'tokenAccount.expiryMonth': '12',
  'tokenAccount.expiryYear': '2027',
  'tokenAccount.cryptogram': 'A'.repeat(28),
})

describe('a rebill of payment details that cannot be charged any more', () => {
  it.each([
    ['a card', (entityId: string) => cardPayment(entityId, EXPIRES)],
    ['a token of its network', networkToken],
  ])('fails when %s has expired since, and is recorded', async (_what, formOf) => {
    const { entityId, post, rebill } = await channel()
    const debit = await post('/v1/payments', formOf(entityId))
    expect((await rebill(debit.id)).result.code).toBe('000.100.110')
    await post('/test/clock', { advance: 'P2Y' })
    const refused = await rebill(debit.id)
    expect(refused).toMatchObject({ paymentType: 'RB', result: { code: '100.100.303' } })
    const stored = await gateway().store.read.payment(refused.id)
    expect(stored).toMatchObject({ state: 'failed', bookedMinor: 0, referencedId: debit.id })
  })

  it('fails when the card of a registration has expired, as a payment with it does', async () => {
    const { entityId, post, rebill } = await channel()
    const form = cardPayment(entityId, { ...EXPIRES, createRegistration: 'true' })
    const { registrationId } = await post('/v1/payments', form)
    const pay = () =>
      post(`/v1/registrations/${registrationId}/payments`, {
        entityId,
        ...TEN_EUROS,
        paymentType: 'DB',
      })
    const debit = await pay()
    await post('/test/clock', { advance: 'P14M' })
    expect((await pay()).result.code).toBe('100.100.303')
    expect((await rebill(debit.id)).result.code).toBe('100.100.303')
  })

  it('fails when the channel has stopped taking the brand, as a debit does', async () => {
    const { entityId, post, rebill } = await channel()
    const debit = await post('/v1/payments', cardPayment(entityId))
    const { store, clock } = gateway()
    const version = (await store.read.entity(entityId))?.version ?? 0
    const settings = JSON.stringify({ brands: ['MASTER'] })
    await store.commit([
      { kind: 'stepEntity', id: entityId, expectedVersion: version, set: { settings } },
    ])
    clock.advance(2000)
    const again = await post('/v1/payments', cardPayment(entityId))
    expect(again.result.code).toBe('600.200.500')
    expect((await rebill(debit.id)).result.code).toBe('600.200.500')
  })
})

describe('the stored instrument of a payment', () => {
  const kept = async (number: string, details: PaymentDetails): Promise<Instrument | Refusal> => {
    const store = openMemoryStore()
    const clock = { now: () => 0 }
    const vault = await openVault({ store, masterKey: Buffer.alloc(32, 7), clock })
    const paid = paymentRow({ vaultRecordId: 'f'.repeat(32) })
    const row = { ...paid, details: storedDetails(paid, details) }
    const { entityId } = row
    const sealed = await vault.sealCard(entityId, { id: 'f'.repeat(32), pan: number, nowMs: 0 })
    await store.commit([{ kind: 'insertVaultRecord', row: sealed }])
    return keptInstrument(row, { store, vault })
  }

  it('is a bank account with all its identifying fields', async () => {
    const request = {
      'bankAccount.holder': 'Jane Jones',
      'bankAccount.bankCode': '37040044',
      'bankAccount.bic': 'COBADEFFXXX',
      'bankAccount.mandate.id': 'MANDATE-A',
    }
    const shown = { 'bankAccount.iban': 'DE***3000', 'bankAccount.country': 'DE' }
    const account = {
      kind: 'bankAccount',
      holder: 'Jane Jones',
      bankCode: '37040044',
      bic: 'COBADEFFXXX',
      country: 'DE',
      mandateId: 'MANDATE-A',
    }
    const iban = 'DE89370400440532013000'
    expect(await kept(iban, { request, shown })).toEqual({ ...account, iban })
    const national = { 'bankAccount.number': '***3000', 'bankAccount.country': 'DE' }
    expect(await kept('AB12003000', { request, shown: national })).toEqual({
      ...account,
      number: 'AB12003000',
    })
  })

  it('is a token with its expiry', async () => {
    const request = {
      'tokenAccount.type': 'NETWORK',
      'tokenAccount.expiryMonth': '12',
      'tokenAccount.expiryYear': '2027',
    }
    expect(await kept('4200000000000000', { request })).toEqual({
      kind: 'tokenAccount',
      number: '4200000000000000',
      type: 'NETWORK',
      expiryMonth: '12',
      expiryYear: '2027',
    })
  })

  it('is marked as a device number where it was one', async () => {
    const card = { bin: '420000', last4Digits: '0000', expiryMonth: '12', expiryYear: '2027' }
    expect(await kept('4200000000000000', { request: {}, card, isDeviceNumber: true })).toEqual({
      kind: 'card',
      number: '4200000000000000',
      expiryMonth: '12',
      expiryYear: '2027',
      numberType: 'DPAN',
    })
  })

  it('is an account at a provider', async () => {
    const request = { 'virtualAccount.accountId': 'ada@example.com' }
    expect(await kept('ada@example.com', { request })).toEqual({
      kind: 'virtualAccount',
      accountId: 'ada@example.com',
    })
  })
})
