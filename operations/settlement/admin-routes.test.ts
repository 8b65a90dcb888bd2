import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
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
import type { AdminListedPayout, AdminSettlementLine } from './answer.ts'
import { MAX_FILE_BYTES } from './file-intake.ts'
import { payoutLine, settledLine, tillgateFile } from './settlement.fixture.ts'

const FILES = '/admin/v1/settlement/files'
const PAYOUTS = '/admin/v1/settlement/payouts'

const gateway = useTestGateway()
const document = openApiDocument(documentParts('http://gateway.example', 'test'))
const { faults } = schemaCheck(document.components.schemas)

let token: string
let readerToken: string
let account: AcquirerAccountRow
let paymentId: string

beforeAll(async () => {
  const merchant = await addMerchant(gateway())
  token = newAccessToken()
  readerToken = merchant.accessToken
  account = acquirerAccount(merchant.id, { currencies: '' })
  await gateway().store.commit([
    tokenOf(merchant.id, token, true),
    { kind: 'insertAcquirerAccount', row: account },
  ])
  const form = cardPayment(channelOf(merchant))
  paymentId = (await sendBare(gateway(), 'POST /v1/payments', { token: readerToken, form })).body.id
})

/** Sends a file; its answer is held against the document. */
async function send(text: string, more: Record<string, string> = {}, as = token) {
  const query = new URLSearchParams({ account: account.id, fileFormat: 'tillgate', ...more })
  const response = await fetch(`${gateway().url}${FILES}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'text/csv' },
    body: text,
  })
  const answer = { status: response.status, body: await response.json() } as WireAnswer
  expect(faultsOf('importSettlementFile', answer)).toEqual([])
  return answer
}

async function read(path: string, operation: string, query: Record<string, string> = {}) {
  const answer = await sendBare(gateway(), `GET ${path}?${new URLSearchParams(query)}`, { token })
  expect(faultsOf(operation, answer)).toEqual([])
  return answer
}

/** The only one of the account; it was held against the document. */
async function onlyPayout() {
  const { body } = await read(PAYOUTS, 'listPayouts', { account: account.id })
  const [first] = body.payouts as unknown as readonly [AdminListedPayout]
  return first
}

function faultsOf(operationId: string, { status, body }: WireAnswer): readonly string[] {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const operation = operations.find((one) => one.operationId === operationId)
  const response = operation?.responses[status] ?? operation?.responses.default
  const schema = Object.values(response?.content ?? {})[0]?.schema
  return schema === undefined ? [`${operationId} has no answer ${status}`] : faults(body, schema)
}

const line = (cells = {}) =>
  settledLine(account, {
    payment_id: paymentId,
    gross_amount: '92.00',
    net_amount: '90.00',
    ...cells,
  })

describe('a settlement file that is sent', () => {
  it('is imported as by command, and once', async () => {
    const text = tillgateFile([
      line(),
      line({ record_id: 'stray', payment_id: 'nothing', ordered_at: '' }),
      payoutLine(account, '180.00'),
    ])
    const first = await send(text, { fileName: '../../server/day.csv' })
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        account: account.id,
        name: 'day.csv',
        state: 'imported',
        repeated: false,
        settledFrom: '2026-11-21',
        counts: { lines: 3, repeated: 0, matched: 1, notMatched: 1, flagged: 0 },
      },
    ])
    expect((await send(text)).body).toMatchObject({ id: first.body.id, repeated: true })
    const { body } = await read(FILES, 'listSettlementFiles', { account: account.id })
    expect(body.files).toMatchObject([{ id: first.body.id, counts: { lines: 3 } }])
    const file = await read(`${FILES}/${first.body.id}`, 'readSettlementFile')
    expect(file.body.payouts).toEqual([
      {
        id: `${first.body.id}-00001`,
        reference: 'P1',
        settledOn: '2026-11-23',
        currency: 'EUR',
        net: '180.00',
        fees: '4.00',
        paid: '180.00',
        paidOn: '2026-11-23',
        bankReference: 'BANK 1',
        lines: 3,
        unbalanced: false,
      },
    ])
  })

  it('is walked from its payout to the lines, their payments, and back', async () => {
    const payout = await onlyPayout()
    expect(payout).toMatchObject({
      account: account.id,
      state: 'announced',
      gross: '184.00',
      refunds: '0.00',
      fees: '4.00',
      net: '180.00',
      paid: '180.00',
      bankReference: 'BANK 1',
    })
    const path = `${PAYOUTS}/${payout.id}`
    expect((await read(path, 'readPayout')).body).toMatchObject({ payout, fileName: 'day.csv' })
    const lines = await read(`${path}/lines`, 'listPayoutLines')
    expect(lines.body.lines).toMatchObject([
      { type: 'settled', net: '90.00', state: 'MATCHED', payments: [{ id: paymentId }] },
      { type: 'settled', net: '90.00', state: 'NOT_MATCHED', payments: [], paymentCount: 0 },
      { type: 'payout', net: '-180.00', state: 'NONE' },
    ])
    const ofFile = await read(`${FILES}/${payout.fileId}/lines`, 'listSettlementFileLines')
    expect(ofFile.body.lines).toEqual(lines.body.lines)
    const [, , last] = lines.body.lines as unknown as readonly AdminSettlementLine[]
    const rest = await read(`${path}/lines`, 'listPayoutLines', { afterLine: last?.id ?? '' })
    expect(rest.body).toMatchObject({ lines: [] })
    const ofPayment = await read(
      `/admin/v1/settlement/payments/${paymentId}`,
      'readSettlementOfPayment',
    )
    expect(ofPayment.body.settlement).toMatchObject([{ payoutId: payout.id }])
  })

  it('is listed as CSV with the amounts of the list', async () => {
    const payout = await onlyPayout()
    const { body } = await read(`${PAYOUTS}/export`, 'exportPayouts', {
      account: account.id,
      limit: '1000',
    })
    const names = String(body.header).split(';')
    const [line = ''] = body.lines as unknown as readonly string[]
    const cells = Object.fromEntries(line.split(';').map((cell, at) => [names[at], cell]))
    const { gross, fees, net, settledOn, id } = payout
    expect(cells).toMatchObject({ gross, fees, net, settledOn, id })
  })

  it('is exported with one row for each line, part after part', async () => {
    const { id } = await onlyPayout()
    const rows: string[] = []
    let cursor: string | undefined
    do {
      const query = { limit: '2', ...(cursor === undefined ? {} : { cursor }) }
      const { body } = await read(`${PAYOUTS}/${id}/export`, 'exportPayoutLines', query)
      const part = body as unknown as { header: string; lines: string[]; cursor?: string }
      rows.push(...(cursor === undefined ? [part.header] : []), ...part.lines)
      cursor = part.cursor
    } while (cursor !== undefined)
    const [header = [], ...cells] = rows.map((row) => row.split(';'))
    const net = cells
      .filter((row) => row[header.indexOf('type')] !== 'payout')
      .reduce((sum, row) => sum + Number(row[header.indexOf('net')]), 0)
    expect([cells.length, net]).toEqual([3, 180])
  })

  it('shows payouts to those alone who reach the account', async () => {
    const { id } = await onlyPayout()
    const other = await addMerchant(gateway())
    const foreign = newAccessToken()
    await gateway().store.commit([tokenOf(other.id, foreign, true)])
    const asked = [`${PAYOUTS}/${id}`, `${PAYOUTS}/${id}/lines`, `${PAYOUTS}/${id}/export`]
    for (const path of [...asked, `${PAYOUTS}?account=${account.id}`]) {
      expect((await sendBare(gateway(), `GET ${path}`, { token: foreign })).status).toBe(404)
    }
    const own = await sendBare(gateway(), `GET ${PAYOUTS}`, { token: foreign })
    expect(own.body).toMatchObject({ payouts: [], emptyFiles: [] })
  })

  it('answers its faults by line and column, and books nothing', async () => {
    const { status, body } = await send(
      tillgateFile([line({ settled_on: '21.11.2026', record_id: 'bad' })]),
    )
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.faults).toEqual([
      { line: 2, column: 'settled_on', message: expect.stringContaining('use yyyy-MM-dd') },
    ])
    expect(body.faultCount).toBe(1)
  })

  it('is refused above its limit, without a file type, and without the right', async () => {
    const large = await send('x'.repeat(MAX_FILE_BYTES + 1))
    expect([large.status, large.body.result.description]).toEqual([
      413,
      expect.stringContaining('32 MiB'),
    ])
    const form = { account: account.id, fileFormat: 'tillgate' }
    const asForm = await sendBare(gateway(), `POST ${FILES}`, { token, form })
    expect(asForm.status).toBe(400)
    expect((await send('a', {}, readerToken)).status).toBe(403)
    const other = await addMerchant(gateway())
    const foreign = newAccessToken()
    await gateway().store.commit([tokenOf(other.id, foreign, true)])
    expect((await send('a', {}, foreign)).status).toBe(404)
  })

  it('is the body of its own route alone', async () => {
    const response = await fetch(`${gateway().url}/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: 'a;b',
    })
    expect(response.status).toBe(415)
  })
})

describe('lines that wait for a person', () => {
  it('are listed, matched once under a key, and listed no more', async () => {
    const open = await read('/admin/v1/settlement/open', 'listOpenSettlementLines', {
      account: account.id,
    })
    const [found] = open.body.lines as unknown as readonly { readonly id: string }[]
    expect(found).toMatchObject({ state: 'NOT_MATCHED', type: 'settled', amount: '92.00' })
    const path = `/admin/v1/settlement/lines/${found?.id}/match`
    const key = { 'idempotency-key': randomUUID() }
    let more: Record<string, string> = {}
    const match = (paymentIds: string, headers = {}) =>
      sendBare(gateway(), `POST ${path}`, {
        token,
        form: { paymentIds, by: 'Ann', reason: 'Letter', ...more },
        headers,
      })
    expect((await match(paymentId.replace(/.$/, 'x'))).status).toBe(400)
    const differs = await match(paymentId)
    expect(faultsOf('matchSettlementLine', differs)).toEqual([])
    expect([differs.status, differs.body]).toMatchObject([
      400,
      {
        result: { code: '700.400.402', description: expect.stringContaining('=92.00') },
        line: { amount: '92.00', currency: 'EUR' },
        payments: { amount: '0.00', currency: 'EUR' },
        difference: { amount: '92.00', currency: 'EUR' },
      },
    ])
    more = { acceptDifference: '92.00' }
    const first = await match(paymentId, key)
    expect([first.status, first.body]).toMatchObject([
      200,
      { id: found?.id, state: 'MATCHED', paymentIds: [paymentId] },
    ])
    expect(faultsOf('matchSettlementLine', first)).toEqual([])
    const again = await match(paymentId, key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const after = await read('/admin/v1/settlement/open', 'listOpenSettlementLines', {
      account: account.id,
    })
    expect(after.body.lines).toEqual([])
    const unknown = `POST /admin/v1/settlement/lines/${'0'.repeat(32)}-00001:1/match`
    const form = { unmatch: 'true', reason: 'Letter' }
    expect((await sendBare(gateway(), unknown, { token, form })).status).toBe(404)
  })

  it('are unmatched by a word of its own, and never by empty parameters', async () => {
    await send(
      tillgateFile([
        line({ record_id: 'again', payment_id: 'unknown', ordered_at: '', payout_reference: '' }),
      ]),
    )
    const open = await read('/admin/v1/settlement/open', 'listOpenSettlementLines', {
      account: account.id,
    })
    const [found] = open.body.lines as unknown as readonly { readonly id: string }[]
    const match = (form: Record<string, string>) =>
      sendBare(gateway(), `POST /admin/v1/settlement/lines/${found?.id}/match`, { token, form })
    const names = ({ body }: WireAnswer) => body.result.parameterErrors?.map(({ name }) => name)
    expect(names(await match({ reason: 'Letter' }))).toEqual(['paymentIds'])
    expect(names(await match({ paymentIds: '', reason: 'Letter' }))).toEqual(['paymentIds'])
    expect(names(await match({ unmatch: 'true' }))).toEqual(['reason'])
    const both = await match({ unmatch: 'true', paymentIds: paymentId, reason: 'Letter' })
    expect(names(both)).toEqual(['paymentIds'])
    expect((await match({ unmatch: 'true', reason: 'Letter' })).body).toMatchObject({
      state: 'NOT_MATCHED',
      paymentIds: [],
    })
  })
})

/** Begins to send a file, and sends no more of it until `end`. */
async function sendSlowly(as: string, of: AcquirerAccountRow) {
  const query = new URLSearchParams({ account: of.id, fileFormat: 'tillgate' })
  const { hostname, port } = new URL(gateway().url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(
    [
      `POST ${FILES}?${query} HTTP/1.1`,
      'host: gateway.example',
      `authorization: Bearer ${as}`,
      'content-type: text/csv',
      'content-length: 1000000',
      '\r\nm',
    ].join('\r\n'),
  )
  const answered = once(socket, 'data').then(([bytes]) => String(bytes))
  return { end: () => socket.destroy(), answered }
}

it('a file that is sent slowly keeps nobody from importing', async () => {
  const slow = await sendSlowly(token, account)
  const other = await addMerchant(gateway())
  const otherToken = newAccessToken()
  const otherAccount = acquirerAccount(other.id, { currencies: '' })
  await gateway().store.commit([
    tokenOf(other.id, otherToken, true),
    { kind: 'insertAcquirerAccount', row: otherAccount },
  ])
  const own = tillgateFile([line({ record_id: 'beside a slow one', payout_reference: '' })])
  expect((await send(own)).status).toBe(200)
  const foreign = tillgateFile([settledLine(otherAccount, { payout_reference: '' })])
  const answer = await send(foreign, { account: otherAccount.id }, otherToken)
  expect(answer.status).toBe(200)
  slow.end()
})

it('no more than two files of a merchant are received at once, and others go on', async () => {
  const slow = await Promise.all([1, 2, 3].map(() => sendSlowly(token, account)))
  expect(await Promise.race(slow.map(({ answered }) => answered))).toContain(' 429 ')
  const text = tillgateFile([line({ record_id: 'third', payout_reference: '' })])
  expect((await send(text)).status).toBe(429)
  for (const one of slow) one.end()
  await expect.poll(async () => (await send(text)).status, { timeout: 30_000 }).toBe(200)
})
