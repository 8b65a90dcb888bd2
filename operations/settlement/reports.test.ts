import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../reference/openapi/document.ts'
import { schemaCheck } from '../../reference/openapi/schema-check.fixture.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { acquirerAccount } from '../../server/store/testing/sample-rows.ts'
import { documentParts } from '../../server/testing/all-features.fixture.ts'
import {
  cardPayment,
  useTestGateway,
  type WireAnswer,
} from '../../server/testing/gateway.fixture.ts'
import { tokenOf } from '../../server/testing/merchants.fixture.ts'
import { fileAt } from './file-records.ts'
import { importFile } from './import.ts'
import {
  fileWith,
  keyedHash,
  payoutLine,
  settledLine,
  tillgate,
  tillgateFile,
} from './settlement.fixture.ts'

const V1 = '/reports/v1/reconciliations/aggregations'
const V2 = '/reports/v2/reconciliations/aggregations'
const FRAME = { 'date.from': '2026-11-20', 'date.to': '2026-11-30' }

const gateway = useTestGateway()
const parts = documentParts('http://gateway.example', 'test')
const document = openApiDocument(parts)
const { faults } = schemaCheck(document.components.schemas)

interface Report {
  readonly aggregations: readonly { readonly id: string }[]
  readonly records: readonly {
    readonly settlement: { readonly id: string; readonly date: string }
  }[]
}

describe('settlement reports', () => {
  let paymentId: string
  let id: string
  const LINES = 250

  /** A report, whose answer is held against the document. */
  async function report(path: string, more: Record<string, string> = {}, operation?: string) {
    const { entityId } = gateway().demo
    const answer = await gateway().get(`${path}?${new URLSearchParams({ entityId, ...more })}`)
    if (operation !== undefined) expect(answerFaults(operation, answer)).toEqual([])
    return answer as typeof answer & { readonly body: Report }
  }

  beforeAll(async () => {
    const { store, demo, post } = gateway()
    paymentId = (await post('/v1/payments', cardPayment(demo.entityId))).body.id
    const [, merchant] = await store.read.entityPath(demo.entityId)
    const account = acquirerAccount(merchant?.id ?? '', { merchantId: 'MERCHANT1', currencies: '' })
    await store.commit([{ kind: 'insertAcquirerAccount', row: account }])
    const lines = Array.from({ length: LINES }, (_, at) =>
      settledLine(account, {
        record_id: `r${at}`,
        payment_id: at === 0 ? paymentId : '',
        settled_on: `2026-11-${20 + (at % 2)}`,
        gross_amount: '92.00',
        net_amount: '90.00',
        ordered_at: '2020-01-01 00:00:00',
      }),
    )
    const text = tillgateFile([...lines, payoutLine(account, `${LINES * 90}.00`)])
    const path = await fileWith(text, { after: afterAll })
    const request = { file: fileAt(path), format: tillgate, account, acceptsUnbalanced: false }
    const outcome = await importFile(request, { store, clock: gateway().clock, keyedHash })
    expect(outcome.kind).toBe('imported')
  })

  it('list payouts with sums and costs', async () => {
    const { status, body } = await report(V1, FRAME, 'reportSettlements')
    expect([status, body.result.code]).toEqual([200, '000.000.100'])
    id = body.aggregations[0]?.id ?? ''
    expect(body.aggregations).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}-00001$/),
        recordCount: LINES + 1,
        settlement: {
          date: '2026-11-23',
          currency: 'EUR',
          amount: '22500.00',
          fee: '500.00',
          format: 'tillgate',
        },
        clearingInstitute: { merchantId: 'MERCHANT1', name: 'Simulated Acquirer' },
        merchantAccount: { id: expect.any(String) },
        payout: { id: 'P1', amount: '22500.00', date: '2026-11-23', bankReference: 'BANK 1' },
      },
    ])
  })

  it('are chosen by dates and currency', async () => {
    const of = async (more: Record<string, string>) =>
      (await report(V1, { ...FRAME, ...more })).body.aggregations.length
    expect(await of({ currency: 'EUR' })).toBe(1)
    expect(await of({ currency: 'USD' })).toBe(0)
    expect(await of({ 'date.to': '2026-11-22' })).toBe(0)
  })

  it('show all records of a payout at once', async () => {
    const { body } = await report(`${V1}/${id}`, {}, 'reportSettlement')
    expect(body.records).toHaveLength(LINES)
    expect(body.records[0]).toMatchObject({
      recordType: 'SETTLED',
      transactionType: 'DEBIT',
      settlement: { id: 'r0', cashflow: 'POS', amount: '90.00', fee: '2.00', fxRate: '1.00' },
      clearingInstitute: { merchantId: 'MERCHANT1', txId3: 'P1' },
      payment: { id: paymentId },
      merchantTransactionId: paymentId,
      paymentBrand: 'VISA',
      amount: '92.00',
      card: { last4Digits: expect.stringMatching(/^\d{4}$/) },
      matchedTransactions: { status: 'MATCHED', payment: [{ id: paymentId }] },
    })
    expect(body.records[1]).toMatchObject({ matchedTransactions: { status: 'NOT_MATCHED' } })
  })

  it('have pages of a hundred', async () => {
    const first = await report(`${V2}/${id}`, {}, 'reportSettlementPage')
    expect(first.body).toMatchObject({ pages: 3, pageNo: 1 })
    expect(first.body.records).toHaveLength(100)
    const third = await report(`${V2}/${id}`, { pageNo: '3' })
    expect(third.body.records.map((one) => one.settlement.id)[0]).toBe('r200')
    expect(third.body.records).toHaveLength(50)
    const past = await report(`${V2}/${id}`, { pageNo: '4' })
    expect(past.status).toBe(400)
    expect(past.body.result.parameterErrors?.[0]?.message).toBe(
      'is past the last page: there are 3',
    )
  })

  it('are sorted by settlement date, both ways', async () => {
    const sorted = async (path: string, sortOrder: string) => {
      const { body } = await report(`${path}/${id}`, { sortValue: 'SettlementTxDate', sortOrder })
      return body.records.map((one) => one.settlement.date)
    }
    for (const path of [V1, V2]) {
      expect((await sorted(path, 'ASC'))[0]).toBe('2026-11-20')
      expect((await sorted(path, 'desc'))[0]).toBe('2026-11-21')
    }
  })

  it('are for the merchant alone', async () => {
    const unknown = await report(`${V1}/${'0'.repeat(32)}-00001`, {}, 'reportSettlement')
    expect([unknown.status, unknown.body.result.code]).toEqual([404, '700.400.580'])
    const stranger = await gateway().get(`${V1}/${id}?entityId=${gateway().demo.entityId}`, {
      authorization: 'Bearer 00',
    })
    expect(stranger.status).toBe(403)
  })

  it('of an entity above merchants have those of their accounts', async () => {
    const { store, demo, get } = gateway()
    const root = (await store.read.entityPath(demo.entityId)).at(-1)
    const token = newAccessToken()
    await store.commit([tokenOf(root?.id ?? '', token, true)])
    const query = new URLSearchParams({ entityId: root?.id ?? '', ...FRAME })
    const { body } = await get(`${V1}?${query}`, { authorization: `Bearer ${token}` })
    expect(body.aggregations).toMatchObject([{ id }])
  })

  it('take a time frame with two dates in order', async () => {
    const names = async (more: Record<string, string>) => {
      const { body, status } = await report(V1, more)
      expect(status).toBe(400)
      return body.result.parameterErrors?.map(({ name }) => name)
    }
    expect(await names({})).toEqual(['date.from', 'date.to'])
    expect(await names({ ...FRAME, 'date.to': '2026-11-01' })).toEqual(['date.from'])
    expect(await names({ ...FRAME, sortValue: 'SettlementTxDate' })).toEqual(['sortValue'])
  })

  function answerFaults(name: string, { status, body }: WireAnswer): readonly string[] {
    const route = parts.routes.find((one) => one.id === name)
    const operation = route && document.paths[route.path]?.[route.method]
    const response = operation?.responses[status]
    if (response === undefined) return [`${name} does not document ${status}`]
    return faults(body, response.content['application/json']?.schema ?? {})
  }
})
