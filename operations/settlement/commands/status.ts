import { DAY_MS } from '../../../common/durations.ts'
import { type Command, CommandFault } from '../../../server/cli/command.ts'
import { counted } from '../../../server/cli/counted.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { inOneLine } from '../../../server/cli/one-line.ts'
import { withStore } from '../../../server/cli/open-entities.ts'
import { wireTimestamp } from '../../../server/kernel/timers/clock.ts'
import type { PaymentRow } from '../../../server/store/port.ts'
import { bookedAtMs, settledOf } from '../booked-payments.ts'
import { dayOf, daysLater } from '../days.ts'
import type { MissingPayout } from '../missing-payouts.ts'
import { type DayStatus, MAX_DAYS, type SettlementStatus, settlementStatus } from '../status.ts'
import { ACCOUNT_HELP, accountOf, dayOption, moneyText } from './open-accounts.ts'

const text = { type: 'string' } as const

export const settlementStatusCommand: Command = {
  name: 'settlement status',
  summary: 'shows what was captured, settled and paid out, and what is missing',
  usage: '--account ID [--from DAY] [--to DAY] [--database ADDRESS]',
  help: [
    'For each day (UTC) and currency: what payments have booked, what of it settlement files report, what',
    'is missing, and by how much settled amounts differ; what it has of payments of earlier days, whose outcome',
    'came late; what was reversed on a later day; and when it last changed after it was closed. For each payout: net',
    'amount, costs, what was paid.',
    'Then the balance that is settled and not paid out; the payouts that did not come, by channel and day of',
    'the payments, or are expected still; and with their age in days the oldest, at most 20 of each: payments',
    'that are missing, payments that need not be settled yet, payments that were settled with another amount,',
    'and chargebacks (CB) and their reversals (CR) that stand in no file.',
    '',
    ACCOUNT_HELP,
    `  --from DAY          such as 2026-11-01; 30 days before --to when absent, at most ${MAX_DAYS}`,
    '  --to DAY            today when absent',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, account: text, from: text, to: text },
  operands: [],

  run(words, context) {
    const nowMs = context.clock.now()
    const to = dayOption(words, 'to', dayOf(nowMs))
    const earlier = daysLater(to, -30)
    const from = dayOption(words, 'from', earlier)
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
    if (days < 0 || days > MAX_DAYS) {
      throw new CommandFault(2, `--from must be 0 to ${MAX_DAYS} days before --to`)
    }
    return withStore(words, context, async (store) => {
      const account = await accountOf(words, store)
      const status = await settlementStatus(account, { from, to, nowMs }, store)
      for (const line of linesOf(status, nowMs)) context.print(inOneLine(line))
      return 0
    })
  },
}

function linesOf(status: SettlementStatus, nowMs: number): string[] {
  const { days, batches, unpaid, missingPayouts, missing, expected, different, unfiled } = status
  const { matchedAnewAtMs } = status
  const ageOf = (payment: PaymentRow) => daysText(nowMs - bookedAtMs(payment))
  return [
    ...days.map(dayLine),
    ...(matchedAnewAtMs === undefined
      ? []
      : [`matched anew, or usual days changed: ${wireTimestamp(matchedAnewAtMs)}`]),
    ...batches.map((batch) => {
      const { currency, netMinor, feeMinor, paidMinor, paidOn, reference } = batch
      const isLater = paidOn !== null && paidOn > dayOf(nowMs)
      const paid =
        paidMinor === null
          ? 'not paid out'
          : `${isLater ? 'to be paid' : 'paid'} ${moneyText(paidMinor, currency)} on ${paidOn ?? '?'}`
      const facts = [
        `payout ${reference ?? '-'}`,
        `net ${moneyText(netMinor, currency)}`,
        `costs ${moneyText(feeMinor, currency)}`,
        paid,
      ]
      if (batch.isUnbalanced) facts.push('UNBALANCED')
      return [batch.settledOn, ...facts].join('  ')
    }),
    ...Object.entries(unpaid).map(
      ([currency, minor]) => `settled and not paid out: ${moneyText(minor, currency)}`,
    ),
    ...missingPayouts.oldest.map(missingPayoutLine),
    ...(missingPayouts.count === missingPayouts.oldest.length
      ? []
      : [`payouts that did not come: ${missingPayouts.count}`]),
    ...missing.map((payment) => `missing: ${paymentText(payment)}  ${ageOf(payment)}`),
    ...expected.map((payment) => `not settled yet: ${paymentText(payment)}  ${ageOf(payment)}`),
    ...different.map(({ payment, settledMinor }) => {
      const settled = moneyText(settledOf(payment, settledMinor), payment.currency)
      return `different: ${paymentText(payment)}  settled ${settled}  ${ageOf(payment)}`
    }),
    ...(unfiled.count === 0 ? [] : [`chargebacks in no file: ${unfiled.count}`]),
    ...unfiled.oldest.map((payment) => `in no file: ${paymentText(payment)}  ${ageOf(payment)}`),
  ]
}

function missingPayoutLine(payout: MissingPayout): string {
  const { entityId, day, currency, minor, count, settledCount, payments } = payout
  return [
    payout.isCarriedOver
      ? 'carried over to a later payout:'
      : payout.isLate
        ? 'missing payout:'
        : `payout expected until ${payout.expectedUntil}:`,
    `channel ${entityId}`,
    `captured on ${day}`,
    `${moneyText(minor, currency)} (${counted(count, 'payment')}, ${settledCount} settled)`,
    `first ${payments[0]?.id ?? '-'}`,
  ].join('  ')
}

function dayLine(status: DayStatus): string {
  const { day, currency, captured, settled, missing, above, below } = status
  const { ofEarlierDays, reversedLater, changedAtMs } = status
  const sum = (name: string, { minor, count }: typeof captured) =>
    `${name} ${moneyText(minor, currency)} (${count})`
  const facts = [sum('captured', captured), sum('settled', settled), sum('missing', missing)]
  if (missing.count > 0 && !status.isLate) facts.push(`expected until ${status.expectedUntil}`)
  if (above.count > 0) facts.push(sum('settled above', above))
  if (below.count > 0) facts.push(sum('settled below', below))
  if (ofEarlierDays.count > 0) facts.push(sum('of earlier days', ofEarlierDays))
  if (reversedLater.count > 0) facts.push(sum('reversed later', reversedLater))
  if (changedAtMs !== undefined) facts.push(`changed ${wireTimestamp(changedAtMs)}`)
  return [day, ...facts].join('  ')
}

function paymentText({ id, paymentType, amountMinor, currency }: PaymentRow): string {
  return `${id}  ${paymentType}  ${moneyText(amountMinor, currency)}`
}

function daysText(ms: number): string {
  return counted(Math.floor(ms / DAY_MS), 'day')
}
