import { beforeAll, describe, expect, it } from 'vitest'
import type { AcquirerAccountRow } from '../../server/store/port.ts'
import { acquirerAccount } from '../../server/store/testing/sample-rows.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import { fileAt } from './file-records.ts'
import type { SettlementFormat } from './formats/format.ts'
import { importFile } from './import.ts'
import { matchByHand } from './match-by-hand.ts'
import { reconciliationLines } from './reconciliation-file.ts'
import {
  adyen,
  fileWith,
  keyedHash,
  settledLine,
  stripe,
  tillgate,
  tillgateFile,
} from './settlement.fixture.ts'

const gateway = useTestGateway()
const clock = { now: () => gateway().clock.now() }
let account: AcquirerAccountRow

beforeAll(async () => {
  const { store, demo } = gateway()
  const [, merchant] = await store.read.entityPath(demo.entityId)
  account = acquirerAccount(merchant?.id ?? '', { currencies: '' })
  await store.commit([{ kind: 'insertAcquirerAccount', row: account }])
})

async function paid(more: Form = {}): Promise<string> {
  const { demo, post } = gateway()
  return (await post('/v1/payments', cardPayment(demo.entityId, more))).body.id
}

type Cells = Parameters<typeof settledLine>[1]

/** A line of a chargeback of 92.00, or of its reversal. */
function chargebackLine(paymentId: string, cells: Cells = {}) {
  const isBack = cells.record_type === 'CHARGEBACK REVERSAL'
  return settledLine(account, {
    record_id: `${paymentId}-chargeback`,
    record_type: 'CHARGEBACK',
    payment_id: paymentId,
    operation_reference: `case-${paymentId}`,
    gross_amount: isBack ? '92.00' : '-92.00',
    net_amount: isBack ? '92.00' : '-107.00',
    interchange: '',
    scheme_fee: '',
    markup: '',
    dispute_fee: isBack ? '' : '15.00',
    reason_code: '10.4',
    payout_reference: '',
    ...cells,
  })
}

async function imported(text: string, format: SettlementFormat = tillgate): Promise<string> {
  const request = { file: fileAt(await fileWith(text)), format, account, acceptsUnbalanced: false }
  const outcome = await importFile(request, { store: gateway().store, clock, keyedHash })
  if (outcome.kind !== 'imported') throw new Error(JSON.stringify(outcome))
  return outcome.file.id
}

const importLines = (...lines: Parameters<typeof tillgateFile>[0]) => imported(tillgateFile(lines))

/** Types and amounts of what was booked about a payment. */
async function bookedOf(paymentId: string): Promise<readonly string[]> {
  const family = await gateway().store.read.paymentsOfFamily(paymentId)
  return family.slice(1).map(({ paymentType, amountMinor }) => `${paymentType} ${amountMinor}`)
}

const disputesOf = (paymentId: string) => gateway().store.read.disputesOfPayment(paymentId)

/** When disputes have heard of all chargebacks of a file. */
async function heard(fileId: string): Promise<void> {
  const { store } = gateway()
  await expect.poll(() => store.read.timer('filedChargebacks', fileId)).toBeUndefined()
}

describe('a chargeback of a settlement file', () => {
  it('is a dispute, which the reconciliation file names', async () => {
    const paymentId = await paid()
    await heard(await importLines(chargebackLine(paymentId)))
    const [dispute] = await disputesOf(paymentId)
    expect(dispute).toMatchObject({
      stage: 'firstChargeback',
      outcome: 'open',
      source: 'acquirer',
      acquirerReference: `case-${paymentId}`,
      reasonCode: '10.4',
      resultCode: '000.100.220',
      amountMinor: 9_200,
    })
    expect(await bookedOf(paymentId)).toEqual(['CB 9200'])
    const wanted = { entityIds: [account.entityId], day: '2026-11-20' }
    const cells = []
    for await (const line of reconciliationLines(wanted, gateway().store)) {
      if (line.includes(paymentId)) cells.push(line.split(';').at(-1))
    }
    expect(cells).toEqual([dispute?.id])
  })

  it('is one dispute when it is restated, and when a connector reports the same case', async () => {
    const paymentId = await paid()
    const line = chargebackLine(paymentId)
    await heard(await importLines(line))
    await heard(await importLines(line, chargebackLine(await paid())))
    const { demo, post } = gateway()
    const report = {
      entityId: demo.entityId,
      paymentId,
      stage: 'firstChargeback',
      acquirerReference: `case-${paymentId}`,
    }
    await post('/test/disputes', report)
    expect(await disputesOf(paymentId)).toHaveLength(1)
    expect(await bookedOf(paymentId)).toEqual(['CB 9200'])
  })

  it('that a connector has reported before is booked no more, and its reversal neither', async () => {
    const paymentId = await paid()
    const { demo, post } = gateway()
    const acquirerReference = `case-${paymentId}`
    const report = (form: Form) =>
      post('/test/disputes', { entityId: demo.entityId, paymentId, acquirerReference, ...form })
    await report({ stage: 'firstChargeback' })
    await report({ stage: 'firstChargeback', disputeOutcome: 'won' })
    const back = { record_type: 'CHARGEBACK REVERSAL', record_id: `${paymentId}-back` }
    await heard(await importLines(chargebackLine(paymentId), chargebackLine(paymentId, back)))
    expect(await bookedOf(paymentId)).toEqual(['CB 9200', 'CR 9200'])
    const second = { record_id: `${paymentId}-second` }
    await heard(await importLines(chargebackLine(paymentId, second)))
    expect(await bookedOf(paymentId)).toEqual(['CB 9200', 'CR 9200', 'CB 9200'])
    expect(await disputesOf(paymentId)).toMatchObject([
      { stage: 'preArbitration', outcome: 'open' },
    ])
  })

  it('is one dispute with that of a refund, whichever of the two comes first', async () => {
    const { demo, post, store } = gateway()
    const refunded = async () => {
      const paymentId = await paid()
      const form = { entityId: demo.entityId, paymentType: 'RF', amount: '92.00', currency: 'EUR' }
      return { paymentId, refundId: (await post(`/v1/payments/${paymentId}`, form)).body.id }
    }
    const told = async ({ paymentId, refundId }: Awaited<ReturnType<typeof refunded>>) => {
      const acquirerReference = `case-${paymentId}`
      const report = { paymentId: refundId, acquirerReference, stage: 'firstChargeback' }
      return (await post('/test/disputes', { entityId: demo.entityId, ...report })).body.id
    }
    const [early, late] = [await refunded(), await refunded()]
    const ofEarly = await told(early)
    await heard(await importLines(chargebackLine(early.paymentId), chargebackLine(late.paymentId)))
    const ofLate = await told(late)
    for (const [{ paymentId }, disputeId] of [[early, ofEarly] as const, [late, ofLate] as const]) {
      expect(await bookedOf(paymentId)).toEqual(['RF 9200', 'CB 9200'])
      const [match] = await store.read.settlementMatchesOfPayments([paymentId])
      expect(match).toMatchObject({ disputeState: 'reported', disputeId })
    }
    const back = { record_type: 'CHARGEBACK REVERSAL', record_id: `${early.paymentId}-back` }
    await heard(await importLines(chargebackLine(early.paymentId, back)))
    expect(await store.read.dispute(ofEarly)).toMatchObject({ outcome: 'won' })
  })

  it('is booked in all where a connector has told a part of it of the refund', async () => {
    const { demo, post } = gateway()
    const of = { entityId: demo.entityId, currency: 'EUR' }
    const send = async (path: string, form: Form) => (await post(path, { ...of, ...form })).body
    const tried = async (isFirstOfRefund: boolean) => {
      const paymentId = await paid()
      const refund = await send(`/v1/payments/${paymentId}`, { paymentType: 'RF', amount: '10.00' })
      const ofRefund = {
        paymentId: refund.id,
        acquirerReference: `case-${paymentId}`,
        stage: 'firstChargeback',
      }
      if (isFirstOfRefund) await send('/test/disputes', ofRefund)
      await heard(await importLines(chargebackLine(paymentId)))
      if (!isFirstOfRefund) await send('/test/disputes', ofRefund)
      return paymentId
    }
    const [first, second] = [await tried(true), await tried(false)]
    expect(await bookedOf(first)).toEqual(['RF 1000', 'CB 1000', 'CB 8200'])
    expect(await bookedOf(second)).toEqual(['RF 1000', 'CB 9200'])
    for (const paymentId of [first, second]) {
      for (const form of [
        { paymentType: 'RF', amount: '82.00' },
        { paymentType: 'RF', amount: '0.01' },
      ]) {
        const { result } = await send(`/v1/payments/${paymentId}`, form)
        expect(result.code).toMatch(/^700/)
      }
    }
    const back = { record_type: 'CHARGEBACK REVERSAL', record_id: `${first}-back` }
    await heard(await importLines(chargebackLine(first, back)))
    const rows = await gateway().store.read.paymentsOfFamily(first)
    expect(rows.map(({ chargedBackMinor }) => chargedBackMinor)).toEqual(rows.map(() => 0))
  })

  it('in two lines of one case, in one file or in two, is both of them', async () => {
    const lineOf = (paymentId: string, minor: number) =>
      chargebackLine(paymentId, {
        record_id: `${paymentId}-${minor}`,
        gross_amount: `-${minor}.00`,
        net_amount: `-${minor + 15}.00`,
      })
    const [together, apart] = [await paid(), await paid()]
    await heard(await importLines(lineOf(together, 30), lineOf(together, 62)))
    await heard(await importLines(lineOf(apart, 30)))
    await heard(await importLines(lineOf(apart, 62)))
    for (const paymentId of [together, apart]) {
      expect(await bookedOf(paymentId)).toEqual(['CB 3000', 'CB 6200'])
      expect(await disputesOf(paymentId)).toMatchObject([{ stage: 'firstChargeback' }])
    }
  })

  it('that is taken back by a later file is won', async () => {
    const paymentId = await paid()
    await heard(await importLines(chargebackLine(paymentId)))
    const back = { record_type: 'CHARGEBACK REVERSAL', record_id: `${paymentId}-back` }
    await heard(await importLines(chargebackLine(paymentId, back)))
    expect(await disputesOf(paymentId)).toMatchObject([{ outcome: 'won', chargebackId: null }])
    expect(await bookedOf(paymentId)).toEqual(['CB 9200', 'CR 9200'])
  })

  it('is read from files of Adyen and Stripe, by their numbers of the case', async () => {
    const [one, other] = [await paid(), await paid()]
    const adyenText = [
      'Merchant Account,Psp Reference,Merchant Reference,Modification Reference,Type,Booking Date,TimeZone,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Batch Number',
      `${account.merchantId},PSP1,${one},DISPUTE1,Chargeback,2026-11-21 10:00:00,UTC,EUR,92.00,,1,EUR,107.00,,15.00,7`,
    ].join('\n')
    await heard(await imported(`${adyenText}\n`, adyen))
    const stripeText = [
      'balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,source_id,charge_id,payment_metadata[payment_id],automatic_payout_id',
      `txn_1,2026-11-21 10:00:00,2026-11-21 10:00:00,eur,-92.00,15.00,-107.00,dispute,dp_1,ch_1,${other},`,
    ].join('\n')
    await heard(await imported(`${stripeText}\n`, stripe))
    expect(await disputesOf(one)).toMatchObject([{ acquirerReference: 'DISPUTE1' }])
    expect(await disputesOf(other)).toMatchObject([{ acquirerReference: 'dp_1' }])
  })

  it('of a payment that has failed here is a dispute, and flagged', async () => {
    const paymentId = await paid({ 'customParameters[SIMULATOR_outcome]': 'decline:800.100.152' })
    const fileId = await importLines(chargebackLine(paymentId))
    await heard(fileId)
    expect(await disputesOf(paymentId)).toMatchObject([{ flags: 'paymentFailed', outcome: 'open' }])
    expect(await bookedOf(paymentId)).toEqual(['CB 9200'])
    const [line] = await gateway().store.read.settlementLines(`${fileId}-00001`, 0, 1)
    expect(line?.flag).toBe('notSucceeded')
  })

  it('of a payment that cannot be disputed waits for a person', async () => {
    const paymentId = await paid({ paymentType: 'PA' })
    const fileId = await importLines(chargebackLine(paymentId))
    await heard(fileId)
    expect(await disputesOf(paymentId)).toEqual([])
    expect(await bookedOf(paymentId)).toEqual([])
  })

  it('that a person has matched is a dispute, and stays one', async () => {
    const paymentId = await paid()
    const stray = chargebackLine(paymentId, { payment_id: 'stray', record_id: `${paymentId}-s` })
    const fileId = await importLines(stray)
    const { store } = gateway()
    const place = { batchId: `${fileId}-00001`, position: 1 }
    const match = (...paymentIds: readonly string[]) =>
      matchByHand(place, { paymentIds, matchedBy: 'Ann' }, { store, clock })
    expect(await match(paymentId)).toBe('matched')
    await heard(fileId)
    expect(await bookedOf(paymentId)).toEqual(['CB 9200'])
    expect(await match()).toBe('disputed')
    expect(await match(await paid())).toBe('disputed')
  })

  it('in another currency is a dispute where a person says what it is about', async () => {
    const paymentId = await paid()
    const line = chargebackLine(paymentId, {
      gross_amount: '-100.00',
      gross_currency: 'USD',
      rate: '1.07',
    })
    const fileId = await importLines(line)
    const place = { batchId: `${fileId}-00001`, position: 1 }
    const { store } = gateway()
    expect((await store.read.settlementLines(place.batchId, 0, 1))[0]?.matchState).toBe(
      'NOT_MATCHED',
    )
    const by = { paymentIds: [paymentId], matchedBy: 'Ann' }
    expect(await matchByHand(place, by, { store, clock })).toEqual({
      line: { minor: 10_000, currency: 'USD' },
      payments: { minor: 9_200, currency: 'EUR' },
    })
    const accepts = { currency: 'USD' }
    expect(await matchByHand(place, { ...by, accepts }, { store, clock })).toBe('matched')
    await heard(fileId)
    expect(await disputesOf(paymentId)).toMatchObject([
      { amountMinor: 10_000, currency: 'USD', shareMinor: 9_200 },
    ])
    expect(await bookedOf(paymentId)).toEqual(['CB 10000'])
  })

  it('is never found by amount and date alone', async () => {
    await paid({ amount: '77.00' })
    const cells = {
      payment_id: '',
      record_id: 'guess',
      gross_amount: '-77.00',
      net_amount: '-92.00',
    }
    const fileId = await importLines(
      chargebackLine('none', { ...cells, ordered_at: '2026-11-20 15:00:00' }),
    )
    const [line] = await gateway().store.read.settlementLines(`${fileId}-00001`, 0, 1)
    expect(line?.matchState).toBe('NOT_MATCHED')
  })
})
