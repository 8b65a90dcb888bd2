import { beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../reference/openapi/document.ts'
import { schemaCheck } from '../../reference/openapi/schema-check.fixture.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import type { AcquirerAccountRow } from '../../server/store/port.ts'
import { acquirerAccount } from '../../server/store/testing/sample-rows.ts'
import { documentParts } from '../../server/testing/all-features.fixture.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'

const gateway = useTestGateway()
const { components } = openApiDocument(documentParts('http://gateway.example', 'test'))
const { faults } = schemaCheck(components.schemas)
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

let token: string
let merchantToken: string
let foreign: string
let account: AcquirerAccountRow
let paymentId: string

beforeAll(async () => {
  const merchant = await addMerchant(gateway())
  const other = await addMerchant(gateway())
  token = newAccessToken()
  foreign = newAccessToken()
  account = acquirerAccount(merchant.id, { currencies: '' })
  await gateway().store.commit([
    tokenOf(merchant.id, token, true),
    tokenOf(other.id, foreign, true),
    { kind: 'insertAcquirerAccount', row: account },
  ])
  const form = cardPayment(channelOf(merchant))
  merchantToken = merchant.accessToken
  const of = { token: merchantToken, form }
  paymentId = (await sendBare(gateway(), 'POST /v1/payments', of)).body.id
})

const read = (path: string, query: Record<string, string>, as = token) =>
  sendBare(gateway(), `GET /admin/v1/settlement/${path}?${new URLSearchParams(query)}`, {
    token: as,
  })

/** The day of the payment, as the gateway's clock has it. */
async function spanOf(days: number) {
  const { createdAtMs = 0 } = (await gateway().store.read.payment(paymentId)) ?? {}
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return {
    'date.from': `${day(createdAtMs - (days - 1) * 86_400_000)} 00:00:00`,
    'date.to': `${day(createdAtMs)} 23:59:59`,
  }
}

describe('GET /admin/v1/settlement/accounts', () => {
  it('lists the accounts of the entity and of all below it', async () => {
    const { status, body } = await read('accounts', {})
    expect(status).toBe(200)
    const { id, acquirer, entityId } = account
    expect(body.accounts).toEqual([{ id, acquirer, entityId }])
    expect(faults(body, ref('AcquirerAccountsAnswer'))).toEqual([])
  })

  it('lists none of another merchant', async () => {
    expect((await read('accounts', {}, foreign)).body.accounts).toEqual([])
  })
})

describe('GET /admin/v1/settlement/status', () => {
  it('has an outcome that is written down later on the day of the decision', async () => {
    const merchant = await addMerchant(gateway())
    const administrator = newAccessToken()
    const own = acquirerAccount(merchant.id, { currencies: '' })
    await gateway().store.commit([
      tokenOf(merchant.id, administrator, true),
      { kind: 'insertAcquirerAccount', row: own },
    ])
    const entityId = channelOf(merchant)
    const send = (path: string, form: Form, as = merchant.accessToken) =>
      sendBare(gateway(), `POST ${path}`, { token: as, form })
    const unknown = { 'customParameters[SIMULATOR_outcome]': 'timeout' }
    const { id } = (await send('/v1/payments', cardPayment(entityId, unknown))).body
    await send('/test/clock', { entityId, advance: 'P21D' })
    const madeAtMs = (await gateway().store.read.payment(id))?.createdAtMs ?? 0
    const dayAfter = (days: number) =>
      new Date(madeAtMs + days * 86_400_000).toISOString().slice(0, 10)
    const daysOf = async (day: string) => {
      const span = { 'date.from': `${day} 00:00:00`, 'date.to': `${day} 23:59:59` }
      const { body } = await read('status', { account: own.id, ...span }, administrator)
      expect(faults(body, ref('SettlementStatusAnswer'))).toEqual([])
      return body.days
    }
    const found = { outcome: 'succeeded', reason: 'Found', evidence: 'The report', by: 'Jane' }
    const resolution = `/admin/v1/payments/${id}/resolution`
    expect((await send(resolution, found, administrator)).status).toBe(200)
    expect(await daysOf(dayAfter(0))).toEqual([])
    const sum = { amount: '92.00', count: 1 }
    expect(await daysOf(dayAfter(21))).toMatchObject([{ captured: sum, ofEarlierDays: sum }])
    const reversal = await send(`/v1/payments/${id}`, { entityId, paymentType: 'RV' })
    expect(reversal.body.result.code).toBe('700.400.300')
  })

  it('names the payments that no file has settled', async () => {
    const { status, body } = await read('status', { account: account.id, ...(await spanOf(2)) })
    expect(status).toBe(200)
    const open = { amount: '92.00', count: 1 }
    expect(body.days).toMatchObject([
      { currency: 'EUR', captured: open, settled: { amount: '0.00', count: 0 }, missing: open },
    ])
    expect(body.missing).toEqual([])
    expect(body.expected).toMatchObject([{ paymentId, amount: '92.00', currency: 'EUR' }])
    expect(faults(body, ref('SettlementStatusAnswer'))).toEqual([])
  })

  it('names the channel whose payout is expected, with its payments', async () => {
    const { read: stored } = gateway().store
    const entityId = (await stored.payment(paymentId))?.entityId ?? ''
    const { body } = await read('status', { account: account.id, ...(await spanOf(2)) })
    expect(body.missingPayouts).toMatchObject([
      {
        channel: { id: entityId, name: (await stored.entity(entityId))?.name },
        amount: '92.00',
        count: 1,
        settledCount: 0,
        late: false,
        payments: [{ paymentId }],
      },
    ])
    expect(body.missingPayoutCount).toBe(1)
  })

  it('names the chargebacks that stand in no file', async () => {
    const entityId = (await gateway().store.read.payment(paymentId))?.entityId ?? ''
    const form = { entityId, paymentId, stage: 'firstChargeback', amount: '40.00', currency: 'EUR' }
    const told = await sendBare(gateway(), 'POST /test/disputes', { token: merchantToken, form })
    const { body } = await read('status', { account: account.id, ...(await spanOf(2)) })
    expect(body).toMatchObject({
      unfiled: [{ paymentId: told.body.chargebackId, paymentType: 'CB', amount: '40.00' }],
      unfiledCount: 1,
      different: [],
    })
    expect(faults(body, ref('SettlementStatusAnswer'))).toEqual([])
  })

  it('refuses more than a month', async () => {
    const { status, body } = await read('status', { account: account.id, ...(await spanOf(32)) })
    expect(status).toBe(400)
    expect(JSON.stringify(body.result)).toContain('date.to')
  })

  it('knows no account of another merchant', async () => {
    const asked = { account: account.id, ...(await spanOf(2)) }
    expect((await read('status', asked, foreign)).status).toBe(404)
  })
})
