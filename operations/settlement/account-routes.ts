import { Type } from 'typebox'
import { DAY_MS } from '../../common/durations.ts'
import { amountText, minorDigitsOf } from '../../common/money.ts'
import { type LongReads, runQueryInTurn } from '../../server/features/query/index.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { answered } from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { wireTimestamp } from '../../server/kernel/timers/clock.ts'
import { fromNotAfterTo, time } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { isRefusal, type Refusal, refuse, refuseParameters } from '../../server/results/refusal.ts'
import type { PaymentRow, Store } from '../../server/store/port.ts'
import { accountsBelow } from './accounts.ts'
import { account as accountText, fileRead, ofAccount } from './admin-routes.ts'
import {
  type AdminAcquirerAccount,
  type AdminBookedPayment,
  type AdminSettlementStatus,
  accountsAnswer,
  statusAnswer,
} from './answer.ts'
import { bookedAtMs, settledOf } from './booked-payments.ts'
import { type SettlementStatus, settlementStatus } from './status.ts'

export interface AccountRouteParts extends CallParts {
  readonly store: Store
  readonly longReads: LongReads
}

type Call = Asked<MerchantCall>

/** A month: a request reads all payments of its days. */
const MAX_DAYS = 31

const tag = 'Administration'

const statusRequest = requestOf(
  'settlement.status',
  Type.Object({ account: accountText, 'date.from': time, 'date.to': time }),
  { ...ofAccount, rules: [fromNotAfterTo] },
)

/** Accounts at acquirers, and what of their money is missing. */
export const accountRoutes: readonly Route<AccountRouteParts>[] = [
  {
    access: 'token',
    method: 'get',
    path: '/admin/v1/settlement/accounts',
    right: 'finance.read',
    operation: fileRead,
    throttle: 'status',
    docs: {
      id: 'listAcquirerAccounts',
      tag,
      summary: 'List the accounts at acquirers',
      description: 'Of the entity and all below it.',
      label: 'Settlement accounts',
      answers: [accountsAnswer],
    },
    handle: listAccounts,
  },
  {
    access: 'token',
    method: 'get',
    path: '/admin/v1/settlement/status',
    right: 'finance.read',
    operation: statusRequest,
    throttle: 'query',
    docs: {
      id: 'readSettlementStatus',
      tag,
      summary: 'Read what was captured, settled and paid out, and what is missing',
      description: `Of an account, for at most ${MAX_DAYS} days (UTC): whole days, whatever time of the day is named.`,
      label: 'Settlement status',
      answers: [statusAnswer],
      further: { 404: 'RefusalAnswer' },
    },
    handle: readStatus,
  },
]

async function listAccounts({ call, request }: Call, parts: AccountRouteParts): Promise<Answer> {
  const { store, clock } = parts
  const entity = call.usable?.entity ?? (await store.read.entity(call.token.entityId))
  const rows = entity === undefined ? [] : await accountsBelow(entity, store)
  const accounts: readonly AdminAcquirerAccount[] = rows.map(({ id, acquirer, entityId }) => ({
    id,
    acquirer,
    entityId,
  }))
  return answered(accountsAnswer, { accounts }, { ndc: request.ndc, atMs: clock.now() })
}

async function readStatus(
  { call, request }: Call,
  parts: AccountRouteParts,
): Promise<Answer | Refusal> {
  const sent = statusRequest.read(call.values)
  const { store, clock, access } = parts
  const account = await store.read.acquirerAccount(sent.account)
  const isReached =
    account !== undefined && (await access.reaches(call, account.entityId, call.usable?.entity))
  if (!isReached) return unknownAccount
  const [from, to] = [dayIn(sent['date.from']), dayIn(sent['date.to'])]
  if (Date.parse(to) - Date.parse(from) >= MAX_DAYS * DAY_MS) return tooLong(to)
  const nowMs = clock.of(account.entityId)
  const status = await runQueryInTurn(call.token, parts, async () => {
    const result = await settlementStatus(account, { from, to, nowMs }, store)
    const captured = result.days.reduce(
      (sum, day) => sum + day.captured.count + day.reversedLater.count,
      0,
    )
    const rowsRead = captured + result.unfiled.count
    return { result, answered: 0, rowsRead }
  })
  if (isRefusal(status)) return status
  const nameOf = await channelNames(status, store)
  const meta = { ndc: request.ndc, atMs: clock.now() }
  return answered(statusAnswer, shownStatus(status, nameOf), meta)
}

/** `yyyy-MM-dd` of a time as the tables have accepted it. */
function dayIn(timestamp: string): string {
  return timestamp.slice(0, 10)
}

/** The names of the channels whose payouts did not come. */
async function channelNames(
  { missingPayouts }: SettlementStatus,
  { read }: Store,
): Promise<(id: string) => string> {
  const names = new Map<string, string>()
  for (const id of new Set(missingPayouts.oldest.map(({ entityId }) => entityId))) {
    names.set(id, (await read.entity(id))?.name ?? '')
  }
  return (id) => names.get(id) ?? ''
}

function shownStatus(
  status: SettlementStatus,
  nameOf: (entityId: string) => string,
): AdminSettlementStatus {
  const { days, unpaid, missingPayouts, missing, expected, different, unfiled } = status
  const { matchedAnewAtMs } = status
  const sum = ({ minor, count }: { minor: number; count: number }, currency: string) => ({
    amount: shown(minor, currency),
    count,
  })
  return {
    days: days.map((of) => ({
      day: of.day,
      currency: of.currency,
      captured: sum(of.captured, of.currency),
      settled: sum(of.settled, of.currency),
      missing: sum(of.missing, of.currency),
      expectedUntil: of.expectedUntil,
      late: of.isLate,
      above: sum(of.above, of.currency),
      below: sum(of.below, of.currency),
      ofEarlierDays: sum(of.ofEarlierDays, of.currency),
      reversedLater: sum(of.reversedLater, of.currency),
      ...(of.changedAtMs === undefined ? {} : { changedAt: wireTimestamp(of.changedAtMs) }),
    })),
    ...(matchedAnewAtMs === undefined ? {} : { matchedAnewAt: wireTimestamp(matchedAnewAtMs) }),
    unpaid: Object.entries(unpaid).map(([currency, minor]) => ({
      currency,
      amount: shown(minor, currency),
    })),
    missingPayouts: missingPayouts.oldest.map((payout) => ({
      channel: { id: payout.entityId, name: nameOf(payout.entityId) },
      day: payout.day,
      currency: payout.currency,
      amount: shown(payout.minor, payout.currency),
      count: payout.count,
      settledCount: payout.settledCount,
      expectedUntil: payout.expectedUntil,
      late: payout.isLate,
      carriedOver: payout.isCarriedOver,
      payments: payout.payments.map(shownPayment),
    })),
    missingPayoutCount: missingPayouts.count,
    missing: missing.map(shownPayment),
    expected: expected.map(shownPayment),
    different: different.map(({ payment, settledMinor }) => ({
      ...shownPayment(payment),
      settled: shown(settledOf(payment, settledMinor), payment.currency),
    })),
    unfiled: unfiled.oldest.map(shownPayment),
    unfiledCount: unfiled.count,
  }
}

function shownPayment(payment: PaymentRow): AdminBookedPayment {
  const { id, paymentType, amountMinor, currency } = payment
  return {
    paymentId: id,
    paymentType,
    amount: shown(amountMinor, currency),
    currency,
    bookedAt: wireTimestamp(bookedAtMs(payment)),
  }
}

function shown(minor: number, currency: string): string {
  return amountText(minor, minorDigitsOf(currency) ?? 2)
}

const unknownAccount = refuse('700.400.580', {
  status: 404,
  description: 'There is no such account: see GET /admin/v1/settlement/accounts',
})

function tooLong(value: string): Refusal {
  const message = `is more than ${MAX_DAYS} days after date.from: ask for a shorter time`
  return refuseParameters([{ name: 'date.to', value, message }])
}
