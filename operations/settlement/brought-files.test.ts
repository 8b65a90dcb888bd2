import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../common/durations.ts'
import type { Role } from '../../server/entities/rights.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import type { AcquirerAccountRow } from '../../server/store/port.ts'
import { acquirerAccount } from '../../server/store/testing/sample-rows.ts'
import { cardPayment, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import type { AdminRequest } from '../administration/answer.ts'
import { addUser, type Browser, FAST, signedIn } from '../people/people.fixture.ts'
import { placeText } from './line-place.ts'
import { settledLine, tillgateFile } from './settlement.fixture.ts'

const gateway = useTestGateway(FAST)
let merchant: TestMerchant
let account: AcquirerAccountRow
let jane: Browser
let jill: Browser
let paymentId: string

beforeEach(async () => {
  gateway().clock.advance(MINUTE_MS)
  await newMerchant({ EUR: '50.00' })
})

async function newMerchant(secondPersonAbove?: Readonly<Record<string, string>>) {
  const settings = secondPersonAbove === undefined ? {} : { secondPersonAbove }
  merchant = await addMerchant(gateway(), { settings: () => settings })
  account = acquirerAccount(merchant.id, { currencies: '' })
  await gateway().store.commit([{ kind: 'insertAcquirerAccount', row: account }])
  jane = await person('finance')
  jill = await person('finance')
  const paid = await sendBare(gateway(), 'POST /v1/payments', {
    token: merchant.accessToken,
    form: cardPayment(channelOf(merchant)),
  })
  paymentId = paid.body.id
}

async function person(role: Role): Promise<Browser> {
  return signedIn(gateway(), await addUser(gateway(), { [merchant.id]: role }))
}

type Cells = Parameters<typeof settledLine>[1]

/** A line of a chargeback, negative, or of its reversal. */
function line(amount: string, cells: Cells = {}) {
  const isBack = !amount.startsWith('-')
  return settledLine(account, {
    record_id: `${paymentId}${amount}`,
    record_type: isBack ? 'CHARGEBACK REVERSAL' : 'CHARGEBACK',
    payment_id: paymentId,
    operation_reference: `case-${paymentId}`,
    gross_amount: amount,
    net_amount: amount,
    interchange: '',
    scheme_fee: '',
    markup: '',
    payout_reference: '',
    ...cells,
  })
}

type Credentials = Readonly<Record<string, string>>

const asPerson = ({ cookie }: Browser): Credentials => ({
  cookie,
  origin: 'http://gateway.example',
  'x-tillgate-request': '1',
})

/** Sends a file, and waits until disputes have heard of its chargebacks. */
async function bring(
  headers: Credentials,
  ...lines: Parameters<typeof tillgateFile>[0]
): Promise<string> {
  const query = new URLSearchParams({ account: account.id, fileFormat: 'tillgate' })
  const response = await fetch(`${gateway().url}/admin/v1/settlement/files?${query}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: tillgateFile(lines),
  })
  const { id } = (await response.json()) as { readonly id: string }
  expect(response.status).toBe(200)
  await heard(id)
  return id
}

async function heard(fileId: string): Promise<void> {
  const { read } = gateway().store
  await expect.poll(() => read.timer('filedChargebacks', fileId)).toBeUndefined()
}

async function booked(): Promise<readonly string[]> {
  const family = await gateway().store.read.paymentsOfFamily(paymentId)
  return family.slice(1).map(({ paymentType, amountMinor }) => `${paymentType} ${amountMinor}`)
}

async function requests(): Promise<readonly AdminRequest[]> {
  const { body } = await jill.send('GET /admin/v1/requests')
  return (body as unknown as { requests: readonly AdminRequest[] }).requests
}

async function decide(by: Browser, decision: 'accept' | 'reject'): Promise<number> {
  const [waiting] = await requests()
  const reason = decision === 'reject' ? { reason: 'Not in the portal' } : {}
  const path = `POST /admin/v1/requests/${waiting?.id}/decision`
  return (await by.send(path, { decision, ...reason })).status
}

/** The states of the matches of the payment, and the flags of their lines. */
async function matches() {
  const { read } = gateway().store
  const rows = await read.settlementMatchesOfPayments([paymentId])
  return Promise.all(
    rows.map(async ({ batchId, position, disputeState }) => {
      const [found] = await read.settlementLines(batchId, position - 1, 1)
      return `${disputeState} ${found?.flag}`
    }),
  )
}

describe('a chargeback of a file that a person sends', () => {
  it('waits above the limit for a second person, who is not the one', async () => {
    await bring(asPerson(jane), line('-92.00'))
    expect(await booked()).toEqual([])
    expect(await requests()).toMatchObject([
      { paymentId, paymentType: 'CB', amount: '92.00', state: 'waiting' },
    ])
    expect(await matches()).toEqual(['waiting waitsForSecond'])
    expect(await decide(jane, 'accept')).toBe(403)
    expect(await decide(jill, 'accept')).toBe(200)
    expect(await booked()).toEqual(['CB 9200'])
    expect(await matches()).toEqual(['reported null'])
    expect(await requests()).toEqual([])
    const [dispute] = await gateway().store.read.disputesOfPayment(paymentId)
    expect(dispute).toMatchObject({ source: 'acquirer', acquirerReference: `case-${paymentId}` })
  })

  it('is booked at once up to the limit, and counts with what was moved before', async () => {
    await bring(asPerson(jane), line('-30.00'))
    expect(await booked()).toEqual(['CB 3000'])
    await bring(asPerson(jane), line('-20.01'))
    expect(await booked()).toEqual(['CB 3000'])
    const refund = { paymentType: 'RF', amount: '20.01', currency: 'EUR', reason: 'Sent back' }
    const byHand = await jane.send(`POST /admin/v1/payments/${paymentId}/operations`, refund)
    expect(byHand.status).toBe(202)
  })

  it('waits, too, where it gives charged-back money back', async () => {
    await bring(await script(), line('-92.00'))
    await bring(asPerson(jane), line('92.00'))
    expect(await booked()).toEqual(['CB 9200'])
    expect(await requests()).toMatchObject([{ paymentType: 'CR', amount: '92.00' }])
    expect(await decide(jill, 'accept')).toBe(200)
    expect(await booked()).toEqual(['CB 9200', 'CR 9200'])
  })

  it('above its payment is a fact that is flagged, and waits as well', async () => {
    await bring(asPerson(jane), line('-99999.00'))
    expect(await booked()).toEqual([])
    expect(await matches()).toEqual(['waiting exceedsPayment'])
    expect(await decide(jill, 'accept')).toBe(200)
    expect(await booked()).toEqual(['CB 9999900'])
    expect(await matches()).toEqual(['reported exceedsPayment'])
  })

  it('is no dispute where the second person rejects it, and is looked at by people', async () => {
    await bring(asPerson(jane), line('-92.00'))
    expect(await decide(jill, 'reject')).toBe(200)
    expect(await booked()).toEqual([])
    expect(await matches()).toEqual(['refused notDisputed'])
  })

  it('is booked once when two people agree at the same moment', async () => {
    await bring(asPerson(jane), line('-92.00'))
    const joan = await person('finance')
    const [waiting] = await requests()
    const path = `POST /admin/v1/requests/${waiting?.id}/decision`
    const answers = await Promise.all(
      [jill, joan].map((one) => one.send(path, { decision: 'accept' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await booked()).toEqual(['CB 9200'])
  })

  it('is booked at once where there is no limit', async () => {
    await newMerchant()
    await bring(asPerson(jane), line('-92.00'))
    expect(await booked()).toEqual(['CB 9200'])
  })
})

async function script(): Promise<Credentials> {
  const token = newAccessToken()
  await gateway().store.commit([tokenOf(merchant.id, token, true)])
  return { authorization: `Bearer ${token}` }
}

it('a chargeback of a file that a program sends is a fact of the acquirer', async () => {
  await bring(await script(), line('-92.00'))
  expect(await booked()).toEqual(['CB 9200'])
})

it('a chargeback of a file that is sent with a token of a person waits', async () => {
  const owner = await person('owner')
  const form = { label: 'Mine', tokenRole: 'administrator' }
  const { body } = await owner.send(`POST /admin/v1/entities/${merchant.id}/tokens`, form)
  const { accessToken } = body as unknown as { accessToken: string }
  await bring({ authorization: `Bearer ${accessToken}` }, line('-92.00'))
  expect(await booked()).toEqual([])
  expect(await decide(owner, 'accept')).toBe(403)
  expect(await decide(jill, 'accept')).toBe(200)
})

it('a line of the acquirer that a person matches waits for a second one', async () => {
  const fileId = await bring(await script(), line('-92.00', { payment_id: 'nothing' }))
  const [open] = await gateway().store.read.openSettlementLines(account.id, '', 0, 10)
  if (open === undefined) throw new Error('The line is open')
  const form = { paymentIds: paymentId, reason: 'By the portal' }
  const path = `POST /admin/v1/settlement/lines/${placeText(open)}/match`
  expect((await jane.send(path, form)).status).toBe(200)
  await heard(fileId)
  expect(await booked()).toEqual([])
  expect(await decide(jane, 'accept')).toBe(403)
  // Another person matches it to nothing: what waits is about no line any more.
  const unmatched = await jill.send(path, { unmatch: 'true', reason: 'Ask the acquirer' })
  expect(unmatched.status).toBe(200)
  expect(await decide(jill, 'accept')).toBe(400)
  expect(await decide(jill, 'reject')).toBe(200)
  expect(await booked()).toEqual([])
})
