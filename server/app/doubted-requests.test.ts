import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '../../common/durations.ts'
import { hashToken, newAccessToken } from '../kernel/ids.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
} from '../testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../testing/merchants.fixture.ts'

const UNKNOWN: Form = { 'customParameters[SIMULATOR_outcome]': 'timeout' }

let gateway: TestGateway
let merchant: TestMerchant
let administrator: string

beforeEach(async () => {
  gateway = await startTestGateway({ watchesClock: true })
  onTestFinished(() => gateway.close())
  merchant = await addMerchant(gateway, {
    settings: () => ({
      secondPersonAbove: { EUR: '50.00' },
      registrations: { deduplicate: true, lifeMonthsAfterExpiry: 1 },
    }),
  })
  administrator = newAccessToken()
  await gateway.store.commit([tokenOf(merchant.id, administrator, true)])
})

const send = (path: string, form: Form, { token = merchant.accessToken, headers = {} } = {}) =>
  sendBare(gateway, `POST ${path}`, { token, form, headers })

const pay = (more: Form = {}, headers = {}) =>
  send('/v1/payments', cardPayment(channelOf(merchant), more), { headers })

/** Somebody sets the clock. */
const jump = () => gateway.clock.advance(200 * DAY_MS)

describe('what a request decides by the time while the clock stands far ahead', () => {
  it('forgets no idempotency key', async () => {
    const headers = { 'idempotency-key': 'order-1' }
    const first = await pay({}, headers)
    jump()
    const again = await pay({}, headers)
    expect([again.status, again.body.id]).toEqual([200, first.body.id])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('lets no token that a person was shown pass for the merchant’s server', async () => {
    const hash = hashToken(merchant.accessToken)
    const row = await gateway.store.read.token(hash)
    if (row === undefined) throw new Error('It is there')
    const shown = { ...row, knownTo: 'jane', shownAtMs: gateway.clock.now() }
    await gateway.store.commit([
      { kind: 'deleteToken', hash },
      { kind: 'insertToken', row: shown },
    ])
    const { id } = (await pay()).body
    jump()
    const form = {
      entityId: channelOf(merchant),
      paymentType: 'RF',
      amount: '50.01',
      currency: 'EUR',
    }
    expect((await send(`/v1/payments/${id}`, form)).status).toBe(403)
  })

  it('adds up what people have moved before', async () => {
    const { id } = (await pay()).body
    const refund = { paymentType: 'RF', currency: 'EUR', reason: 'Late' }
    const operate = (amount: string) =>
      send(`/admin/v1/payments/${id}/operations`, { ...refund, amount }, { token: administrator })
    expect((await operate('50.00')).status).toBe(200)
    jump()
    expect((await operate('1.00')).status).toBe(202)
  })

  it('counts a limit that was raised a moment ago, and keeps it when it is changed again', async () => {
    const { id } = (await pay()).body
    const change = (EUR: string) =>
      send(
        `/admin/v1/entities/${merchant.id}`,
        { settings: JSON.stringify({ secondPersonAbove: { EUR } }) },
        { token: administrator },
      )
    expect((await change('500.00')).status).toBe(200)
    jump()
    expect((await change('600.00')).status).toBe(200)
    const form = { paymentType: 'RF', amount: '92.00', currency: 'EUR', reason: 'Late' }
    const path = `/admin/v1/payments/${id}/operations`
    expect((await send(path, form, { token: administrator })).status).toBe(202)
  })

  it('takes no word of a person for an outcome that was lost a moment ago', async () => {
    const { id } = (await pay({ ...UNKNOWN, amount: '10.00' })).body
    jump()
    const form = { outcome: 'failed', reason: 'Lost', evidence: 'Report' }
    const path = `/admin/v1/payments/${id}/resolution`
    const resolved = await send(path, form, { token: administrator })
    expect([resolved.status, resolved.body.result.code]).toEqual([400, '700.400.570'])
  })

  it('deletes no stored card that is stored again', async () => {
    const card = { createRegistration: 'true', 'card.expiryMonth': '12', 'card.expiryYear': '2026' }
    const { registrationId = '' } = (await pay(card)).body as unknown as Record<string, string>
    jump()
    await pay({ createRegistration: 'true' })
    expect((await gateway.store.read.registration(registrationId))?.state).toBe('active')
  })
})
