import { beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../reference/openapi/document.ts'
import { schemaCheck } from '../../reference/openapi/schema-check.fixture.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import type { AcquirerAccountRow } from '../../server/store/port.ts'
import { acquirerAccount } from '../../server/store/testing/sample-rows.ts'
import { documentParts } from '../../server/testing/all-features.fixture.ts'
import {
  cardPayment,
  useTestGateway,
  type WireAnswer,
} from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { payoutLine, settledLine, tillgateFile } from './settlement.fixture.ts'

const gateway = useTestGateway()
const document = openApiDocument(documentParts('http://gateway.example', 'test'))
const { faults } = schemaCheck(document.components.schemas)
const schema = document.components.schemas.PaymentSettlementAnswer ?? {}

let token: string
let channelToken: string
let account: AcquirerAccountRow
let pay: (amount: string) => Promise<string>

beforeAll(async () => {
  const merchant = await addMerchant(gateway())
  token = newAccessToken()
  channelToken = newAccessToken()
  account = acquirerAccount(merchant.id, { currencies: '' })
  const channel = channelOf(merchant)
  await gateway().store.commit([
    tokenOf(merchant.id, token, true),
    tokenOf(channel, channelToken, true),
    { kind: 'insertAcquirerAccount', row: account },
  ])
  pay = async (amount) => {
    const form = { ...cardPayment(channel), amount }
    const { body } = await sendBare(gateway(), 'POST /v1/payments', {
      token: merchant.accessToken,
      form,
    })
    return body.id as string
  }
})

async function importFile(text: string): Promise<string> {
  const query = new URLSearchParams({ account: account.id, fileFormat: 'tillgate' })
  const response = await fetch(`${gateway().url}/admin/v1/settlement/files?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: text,
  })
  return ((await response.json()) as { readonly id: string }).id
}

function settlementOf(id: string, as = token): Promise<WireAnswer> {
  return sendBare(gateway(), `GET /admin/v1/settlement/payments/${id}`, { token: as })
}

describe('the settlement of a payment', () => {
  it('has the costs by kind, the references of the acquirer and the payout', async () => {
    const paymentId = await pay('92.00')
    const line = settledLine(account, {
      record_id: 'whole',
      payment_id: paymentId,
      arn: '70000000000000000000023',
      gross_amount: '92.00',
      interchange: '0.40',
      scheme_fee: '0.10',
      markup: '1.50',
      net_amount: '90.00',
      payout_reference: 'P7',
    })
    const fileId = await importFile(
      tillgateFile([line, payoutLine(account, '90.00', { payout_reference: 'P7' })]),
    )
    const { status, body } = await settlementOf(paymentId)
    expect(status).toBe(200)
    expect(faults(body, schema)).toEqual([])
    expect(body.settlement).toMatchObject([
      {
        paymentId,
        type: 'settled',
        amount: '92.00',
        currency: 'EUR',
        net: '90.00',
        netCurrency: 'EUR',
        fees: [
          { kind: 'interchange', amount: '0.40' },
          { kind: 'scheme', amount: '0.10' },
          { kind: 'markup', amount: '1.50' },
        ],
        payments: 1,
        arn: '70000000000000000000023',
        account: account.id,
        // It is told for 23 November, and this is the 20th.
        isPaidOut: false,
        payoutReference: 'P7',
        fileId,
      },
    ])
  })

  it('names no file to people who do not see all of its account', async () => {
    const paymentId = await pay('17.00')
    await importFile(
      tillgateFile([
        settledLine(account, {
          record_id: 'channel',
          payment_id: paymentId,
          gross_amount: '17.00',
          net_amount: '15.00',
          payout_reference: '',
        }),
      ]),
    )
    const { body } = await settlementOf(paymentId, channelToken)
    const [found] = body.settlement as unknown as readonly object[]
    expect(found).toMatchObject({ paymentId, isPaidOut: false })
    expect(found).not.toHaveProperty('fileId')
  })

  it('is empty before a file tells of it', async () => {
    expect((await settlementOf(await pay('18.00'))).body.settlement).toEqual([])
  })

  it('is not found for another merchant', async () => {
    const paymentId = await pay('19.00')
    const other = await addMerchant(gateway())
    const foreign = newAccessToken()
    await gateway().store.commit([tokenOf(other.id, foreign, true)])
    expect((await settlementOf(paymentId, foreign)).status).toBe(404)
  })
})
