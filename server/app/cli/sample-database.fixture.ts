import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileAt } from '../../../operations/settlement/file-records.ts'
import { importFile } from '../../../operations/settlement/import.ts'
import { matchByHand } from '../../../operations/settlement/match-by-hand.ts'
import {
  keyedHash,
  payoutLine,
  settledLine,
  tillgate,
  tillgateFile,
} from '../../../operations/settlement/settlement.fixture.ts'
import { cardForm, giftCardShop, newGiftCard } from '../../features/checkouts/gift-cards.fixture.ts'
import { detailsOf } from '../../payments/details.ts'
import type { PaymentRow, Store } from '../../store/port.ts'
import {
  acquirerAccount,
  checkout,
  giftCard,
  quota,
  registration,
  schedule,
  sighting,
  timer,
} from '../../store/testing/sample-rows.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '../../testing/gateway.fixture.ts'
import { addMerchant } from '../../testing/merchants.fixture.ts'

/** A debit, a hold and the like, by what happened to them. */
export interface SamplePayments {
  /** PA of 92.00, captured with 30.00 and with 20.00, the rest reversed. */
  readonly captured: string
  /** Its first capture, of which 10.00 were refunded. */
  readonly capture: string
  readonly refund: string
  /** PA whose only capture, of 30.00, was FINAL. */
  readonly closed: string
  /** PA of 92.00, captured with 20.00, that has not expired. */
  readonly open: string
  /** DB of a checkout. */
  readonly paidCheckout: string
  readonly debit: string
  readonly declined: string
  /** DB whose outcome is not known. */
  readonly unknown: string
  /** DB that waits for the shopper. */
  readonly pending: string
  /** PA of 92.00, raised by 8.00 by `increment`, renewed with 50.00 by `renewal`. */
  readonly raised: string
  readonly increment: string
  readonly renewal: string
  /** PA of 92.00, captured with 20.00 as FINAL when a capture of 10.00 and an increment were under way. */
  readonly cutShort: string
  /** That capture, which was declined afterwards. */
  readonly freed: string
  /** DB whose issuer asks the cardholder; its security code is sealed. */
  readonly authenticating: string
  /** DB that was authenticated before its charge. */
  readonly authenticated: string
  /** RB of the debit. */
  readonly rebill: string
  /** Stored with the debit, and named by a checkout that is done. */
  readonly registration: string
  /** Was deleted before any of the payments was made. */
  readonly wiped: string
  /** Monthly, with the registration; its latest run is `debit`. */
  readonly schedule: string
  /** The plan that it replaced. */
  readonly replaced: string
  /** The payment of a gift card that has paid a part of a checkout. */
  readonly paidPart: string
  /** A dispute in pre-arbitration. */
  readonly disputed: string
  /** The part of a checkout whose payment waits for its shopper. */
  readonly reservedPart: string
  /** The settlement file that settles `debit`, its refund is not in it. */
  readonly settlementFile: string
}

/** A chargeback that was won and came back; answers the id of the dispute. */
async function dispute(gateway: TestGateway, paymentId: string): Promise<string> {
  const report = async (form: Form) => {
    const entityId = gateway.demo.entityId
    const { body } = await gateway.post('/test/disputes', { entityId, paymentId, ...form })
    return body.id
  }
  await report({ stage: 'firstChargeback', respondByDays: '30' })
  await report({ stage: 'representment', disputeOutcome: 'won' })
  return report({ stage: 'preArbitration', respondByDays: '10' })
}

/**
 * A chargeback of a payment that failed here, one of which a part was given back, and two disputes of one payment
 * that are won at the same moment, one of them with two reversals.
 */
async function furtherDisputes(
  gateway: TestGateway,
  { failed, charged, twice }: Readonly<Record<'failed' | 'charged' | 'twice', string>>,
): Promise<void> {
  const report = (form: Form) =>
    gateway.post('/test/disputes', { entityId: gateway.demo.entityId, ...form })
  const paymentId = charged
  await report({ paymentId: failed, stage: 'firstChargeback' })
  await report({ paymentId, stage: 'firstChargeback' })
  const part = { disputeOutcome: 'won', amount: '40.00', currency: 'EUR' }
  await report({ paymentId, stage: 'firstChargeback', ...part })
  const [first, second] = ['case-1', 'case-2'].map(
    (acquirerReference) => (form: Form) => report({ paymentId: twice, acquirerReference, ...form }),
  )
  const chargeback = { stage: 'firstChargeback', amount: '46.00', currency: 'EUR' }
  await first?.(chargeback)
  await first?.({ stage: 'firstChargeback', ...part })
  await first?.({ stage: 'preArbitration' })
  await second?.(chargeback)
  await first?.({ stage: 'preArbitration', disputeOutcome: 'won' })
  await second?.({ stage: 'firstChargeback', disputeOutcome: 'won' })
}

/** Fills an empty store through a real gateway with payments of every kind, and closes it. */
export async function fillStore(
  store: Store,
  options: Pick<TestGatewayOptions, 'masterKey'> = {},
): Promise<SamplePayments> {
  const gateway = await startTestGateway({ ...options, store })
  try {
    const pay = payer(gateway)
    const refer = referrer(gateway)
    const captured = await pay({ paymentType: 'PA', numberOfCaptures: '3' })
    const capture = await refer(captured, { paymentType: 'CP', amount: '30.00' })
    await refer(captured, { paymentType: 'CP', amount: '20.00', ...outcome('delay:1') })
    await refer(captured, { paymentType: 'CP', amount: '5.00', ...outcome('decline:800.100.152') })
    await refer(captured, { paymentType: 'CP', amount: '5.00', ...outcome(DECLINED_LATER) })
    await refer(captured, { paymentType: 'RV' })
    const refund = await refer(capture, { paymentType: 'RF', amount: '10.00' })
    const closed = await pay({ paymentType: 'PA' })
    await refer(closed, { paymentType: 'CP', amount: '30.00', sequence: 'FINAL' })
    const open = await pay({ paymentType: 'PA' })
    await refer(open, { paymentType: 'CP', amount: '20.00' })
    await expireHolds(gateway)
    await refer(await pay({}), { paymentType: 'RV' })
    await failLater(gateway, pay)
    await refer(await pay({ paymentType: 'CD' }), { paymentType: 'RF', amount: '92.00' })
    await pay({ paymentType: 'PA', amount: '0.00' })
    await pay({ currency: 'GBP', ...outcome('duplicate') })
    const debit = await pay({ ...outcome('delay:1') })
    await refer(debit, { paymentType: 'RF', amount: '1.00', ...outcome('timeout') })
    const rebill = await refer(debit, { paymentType: 'RB', amount: '5.00' })
    await refer(rebill, { paymentType: 'RF', amount: '2.00' })
    const disputed = await dispute(gateway, await pay({}))
    await furtherDisputes(gateway, {
      failed: await pay(outcome('decline')),
      charged: await pay({}),
      twice: await pay({}),
    })
    const raised = await pay({ paymentType: 'PA' })
    const increment = await changeHold(gateway, raised, 'INCREMENTAL_AUTH', '8.00')
    await refer(raised, { paymentType: 'CP', amount: '10.00' })
    const renewal = await changeHold(gateway, raised, 'REAUTHORIZATION', '50.00')
    await refer(renewal, { paymentType: 'CP', amount: '50.00' })
    return {
      disputed,
      ...(await storeDetails(store, debit)),
      settlementFile: await settle(store, debit),
      raised,
      increment,
      renewal,
      rebill,
      ...(await cutShort(gateway, pay)),
      ...(await payWithGiftCards(gateway)),
      authenticating: await pay({ 'card.number': CHALLENGED_CARD, ...BROWSER }),
      authenticated: await pay({ 'card.number': FRICTIONLESS_CARD, ...BROWSER }),
      pending: await pay(outcome('pending')),
      captured,
      capture,
      refund,
      closed,
      open,
      debit,
      paidCheckout: await payCheckouts(gateway),
      declined: await pay(outcome('decline:800.100.152')),
      unknown: await pay(outcome('timeout')),
    }
  } finally {
    await gateway.close()
  }
}

/** Imports a settlement file about a payment, with a fee, a line that matches nothing, and a payout. */
async function settle(store: Store, paymentId: string): Promise<string> {
  const payment = (await store.read.payment(paymentId)) as PaymentRow
  const account = acquirerAccount(payment.entityId, { currencies: 'EUR' })
  await store.commit([{ kind: 'insertAcquirerAccount', row: account }])
  const about = { payment_id: paymentId, gross_amount: '92.00', net_amount: '90.00' }
  const text = tillgateFile([
    settledLine(account, about),
    settledLine(account, { record_id: 'stray', gross_amount: '7.00', net_amount: '5.00' }),
    settledLine(account, { ...MONTHLY_FEE, record_id: 'fee' }),
    payoutLine(account, '70.00'),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'settlement-'))
  try {
    const path = join(folder, 'settlement.csv')
    await writeFile(path, text)
    const request = { file: fileAt(path), format: tillgate, account, acceptsUnbalanced: false }
    const clock = { now: () => payment.createdAtMs }
    const outcome = await importFile(request, { store, clock, keyedHash })
    if (outcome.kind !== 'imported') throw new Error(JSON.stringify(outcome))
    await matchAgainByHand(outcome.file.id, paymentId, { store, clock })
    return outcome.file.id
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a person takes back and says again of the first line. */
async function matchAgainByHand(
  fileId: string,
  paymentId: string,
  parts: Parameters<typeof matchByHand>[2],
): Promise<void> {
  const place = { batchId: `${fileId}-00001`, position: 1 }
  for (const paymentIds of [[], [paymentId]]) {
    const outcome = await matchByHand(place, { paymentIds, matchedBy: 'Ann' }, parts)
    if (typeof outcome !== 'string') throw new Error(JSON.stringify(outcome))
  }
}

const MONTHLY_FEE = {
  record_type: 'FEE',
  gross_amount: '',
  net_amount: '-25.00',
  interchange: '',
  scheme_fee: '',
  markup: '',
}

/** Cards of the simulated issuer. */
const CHALLENGED_CARD = '4200000000000018'
const FRICTIONLESS_CARD = '4200000000000026'

const BROWSER: Form = {
  shopperResultUrl: 'https://shop.example/result',
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
  'customer.ip': '192.0.2.1',
  'customer.browser.acceptHeader': 'text/html',
  'customer.browser.language': 'de',
  'customer.browser.screenHeight': '1080',
  'customer.browser.screenWidth': '1920',
  'customer.browser.timezone': '-60',
  'customer.browser.userAgent': 'Mozilla/5.0',
  'customer.browser.javaEnabled': 'false',
  'customer.browser.screenColorDepth': '24',
}

/** Checkouts that gift cards pay a part of: paid, declined, and one whose shopper is on another page. */
async function payWithGiftCards(gateway: TestGateway) {
  const shop = await giftCardShop(gateway)
  const payPart = async (form: Form) => {
    const id = await shop.open()
    await shop.apply(id, newGiftCard(30))
    return (await shop.pay(id, form)).body.id
  }
  const partOf = async (id: string) => {
    const payment = await gateway.store.read.payment(id)
    return (payment && detailsOf(payment).giftCardParts?.[0]?.id) ?? ''
  }
  await payPart(cardForm('800.100.152'))
  return {
    paidPart: await partOf(await payPart(cardForm())),
    reservedPart: await partOf(
      await payPart({ paymentBrand: 'PAYPAL', shopperResultUrl: 'https://shop.example/result' }),
    ),
  }
}

/** Operations of each kind that the acquirer calls done, and failed after all. */
async function failLater(
  gateway: TestGateway,
  pay: (more: Form) => Promise<string>,
): Promise<void> {
  const refer = referrer(gateway)
  const later = outcome('approve-then-failed')
  const hold = { paymentType: 'PA' }
  const half = { amount: '30.00', ...later }
  const failing = [
    await refer(await pay(hold), { paymentType: 'CP', ...half }),
    await refer(await pay(hold), { paymentType: 'CP', ...half, sequence: 'FINAL' }),
    await refer(await pay(hold), { paymentType: 'RV', ...later }),
    await refer(await pay({}), { paymentType: 'RV', ...later }),
    await refer(await pay({}), { paymentType: 'RF', ...half }),
    await refer(await pay({ paymentType: 'CD' }), { paymentType: 'RF', ...half }),
    await pay({ paymentType: 'CD', ...later }),
    await pay(later),
  ]
  const { read } = gateway.store
  const isBooked = async (id: string) => (await read.payment(id))?.failedLaterAtMs !== null
  for (const id of failing) while (!(await isBooked(id))) await setTimeout(50)
}

/** Holds that were closed before all that was under way on them had ended. */
async function cutShort(gateway: TestGateway, pay: (more: Form) => Promise<string>) {
  const refer = referrer(gateway)
  const id = await pay({ paymentType: 'PA' })
  const freed = await refer(id, { paymentType: 'CP', amount: '10.00', ...outcome('pending') })
  const raise = await changeHold(gateway, id, 'INCREMENTAL_AUTH', '8.00', outcome('pending'))
  await refer(id, { paymentType: 'CP', amount: '20.00', sequence: 'FINAL' })
  await decide(gateway, freed, DECLINE)
  await decide(gateway, raise, APPROVE)
  const reversed = await pay({ paymentType: 'PA' })
  const slow = await refer(reversed, { paymentType: 'CP', amount: '46.00', ...outcome('pending') })
  const rest = await refer(reversed, { paymentType: 'RV', ...outcome('pending') })
  await decide(gateway, slow, DECLINE)
  await decide(gateway, rest, APPROVE)
  const late = await pay({ paymentType: 'PA' })
  const last = { paymentType: 'CP', amount: '46.00', sequence: 'FINAL', ...outcome('pending') }
  await decide(gateway, await refer(late, last), APPROVE)
  return { cutShort: id, freed }
}

/** Holds of two channels that expire: what is open of one of them is released. */
async function expireHolds(gateway: TestGateway): Promise<void> {
  const channels = [{}, { holds: { releaseExpired: true } }]
  const { channelIds, accessToken } = await addMerchant(gateway, { channels })
  const headers = { authorization: `Bearer ${accessToken}` }
  for (const entityId of channelIds) {
    const { id } = (
      await gateway.post('/v1/payments', cardPayment(entityId, { paymentType: 'PA' }), headers)
    ).body
    const capture = { paymentType: 'CP', amount: '20.00', currency: 'EUR' }
    await gateway.post(`/v1/payments/${id}`, capture, headers)
    await gateway.post('/test/clock', { entityId, advance: 'P40D' }, headers)
  }
}

const APPROVE: Form = { choice: 'approve' }
const DECLINE: Form = { choice: 'decline', code: '800.100.151' }

/** As the tester decides on the simulator's page about a payment that is pending. */
async function decide({ url, get }: TestGateway, id: string, choice: Form): Promise<void> {
  const { resultDetails } = (await get(`/v1/payments/${id}`)).body as unknown as {
    readonly resultDetails: { readonly SimulatorUrl: string }
  }
  const { pathname, searchParams } = new URL(resultDetails.SimulatorUrl)
  for (const [name, value] of Object.entries(choice)) searchParams.set(name, value ?? '')
  await fetch(`${url}${pathname}/decide`, {
    method: 'POST',
    body: searchParams,
    redirect: 'manual',
  })
}

const FAR_MS = Date.UTC(2090, 0, 1)

/** Rows that would need weeks, other routes or other settings are inserted directly. */
async function storeDetails(store: Store, debit: string) {
  const { entityId, vaultRecordId } = (await store.read.payment(debit)) as PaymentRow
  const { fingerprint = null } = (await store.read.vaultRecord(vaultRecordId ?? '')) ?? {}
  const active = registration({ entityId, vaultRecordId, fingerprint, paymentId: debit })
  const nothingSealed = { entityId, vaultRecordId: null, fingerprint: null }
  const wiped = registration({ ...nothingSealed, state: 'deleted', updatedAtMs: 1 })
  const failed = registration({ ...nothingSealed, state: 'failed' })
  const expiry = timer({ kind: 'registrationExpiry', subjectId: active.id, entityId })
  const replaced = schedule({
    entityId,
    registrationId: active.id,
    state: 'replaced',
    nextRunAtMs: null,
    runState: 'over',
  })
  const monthly = schedule({
    entityId,
    registrationId: active.id,
    chainId: replaced.id,
    runState: 'over',
    // The gateway that fills the store must not run it.
    nextRunAtMs: FAR_MS,
    lastPaymentId: debit,
    lastRunAtMs: 1,
    runs: 1,
  })
  const run = timer({
    kind: 'scheduleRun',
    subjectId: monthly.id,
    entityId,
    dueAtMs: FAR_MS,
  })
  const done = checkout({ entityId, state: 'done', registrationId: active.id })
  const open = checkout({ entityId, registrationId: failed.id })
  await store.commit([
    ...[active, wiped, failed].map((row) => ({ kind: 'insertRegistration', row }) as const),
    { kind: 'insertTimer', row: expiry },
    ...[replaced, monthly].map((row) => ({ kind: 'insertSchedule', row }) as const),
    { kind: 'insertTimer', row: run },
    ...[done, open].map((row) => ({ kind: 'insertCheckout', row }) as const),
    { kind: 'insertGiftCard', row: giftCard({ balanceMinor: 40 }) },
    { kind: 'takeQuota', row: quota() },
    { kind: 'appendSighting', row: sighting({ entityId, paymentId: debit }) },
  ])
  return {
    registration: active.id,
    wiped: wiped.id,
    schedule: monthly.id,
    replaced: replaced.id,
  }
}

async function changeHold(
  { demo, post }: TestGateway,
  referenceUuid: string,
  industryPractice: string,
  amount: string,
  more: Form = {},
): Promise<string> {
  const form = {
    entityId: demo.entityId,
    paymentType: 'PA',
    amount,
    currency: 'EUR',
    referenceUuid,
    'standingInstruction.industryPractice': industryPractice,
    'standingInstruction.source': 'MIT',
    'standingInstruction.mode': 'REPEATED',
    'standingInstruction.type': 'UNSCHEDULED',
    ...more,
  }
  return (await post('/v1/payments', form)).body.id
}

const DECLINED_LATER = 'delay:1,decline:800.100.152'

function outcome(course: string): Form {
  return { 'customParameters[SIMULATOR_outcome]': course }
}

function payer(gateway: TestGateway) {
  return async (more: Form) =>
    (await gateway.post('/v1/payments', cardPayment(gateway.demo.entityId, more))).body.id
}

function referrer(gateway: TestGateway) {
  return async (target: string, form: Form) => {
    const { entityId } = gateway.demo
    const full = { entityId, currency: form.amount === undefined ? undefined : 'EUR', ...form }
    return (await gateway.post(`/v1/payments/${target}`, full)).body.id
  }
}

/** One that is never paid, one that fails and stays open, one that is paid in the end. */
async function payCheckouts(gateway: TestGateway): Promise<string> {
  const { entityId } = gateway.demo
  const { entityId: _, amount, currency, paymentType, ...card } = cardPayment(entityId)
  const open = async () => {
    const form = { entityId, amount, currency, paymentType }
    const { body } = await gateway.post('/v1/checkouts', form, {
      'idempotency-key': crypto.randomUUID(),
    })
    return body.id
  }
  const submit = async (id: string, more: Form = {}) => {
    const form = { ...card, shopperResultUrl: 'https://shop.example/result', ...more }
    return (await gateway.post(`/v1/checkouts/${id}/payment`, form, { authorization: '' })).body.id
  }
  await open()
  await submit(await open(), { 'card.holder': '800.100.152' })
  const id = await open()
  await submit(id, { 'card.holder': '800.100.152' })
  return submit(id)
}
