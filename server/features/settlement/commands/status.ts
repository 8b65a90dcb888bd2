import { type Command, CommandFault } from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { inOneLine } from '../../../cli/one-line.ts'
import { withStore } from '../../../cli/open-entities.ts'
import { bookedAtMs, MAX_DAYS, type SettlementStatus, settlementStatus } from '../status.ts'
import { ACCOUNT_HELP, accountOf, dayOption, moneyText } from './open-accounts.ts'

const text = { type: 'string' } as const
const DAY_MS = 24 * 60 * 60 * 1000

export const settlementStatusCommand: Command = {
  name: 'settlement status',
  summary: 'shows what was captured, settled and paid out, and what is missing',
  usage: '--account ID [--from DAY] [--to DAY] [--database ADDRESS]',
  help: [
    'For each day (UTC) and currency: what payments have booked, what of it settlement files report, and',
    'what is missing. For each payout: net amount, costs, what was paid. Then the balance that is settled',
    'and not paid out, and the oldest payments that are missing, at most 20, with their age in days.',
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
    const to = dayOption(words, 'to', new Date(nowMs).toISOString().slice(0, 10))
    const earlier = new Date(Date.parse(to) - 30 * DAY_MS).toISOString().slice(0, 10)
    const from = dayOption(words, 'from', earlier)
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
    if (days < 0 || days > MAX_DAYS) {
      throw new CommandFault(2, `--from must be 0 to ${MAX_DAYS} days before --to`)
    }
    return withStore(words, context, async (store) => {
      const account = await accountOf(words, store)
      const status = await settlementStatus(account, { from, to }, store)
      for (const line of linesOf(status, nowMs)) context.print(inOneLine(line))
      return 0
    })
  },
}

function linesOf({ days, batches, unpaid, missing }: SettlementStatus, nowMs: number): string[] {
  return [
    ...days.map(({ day, currency, captured, settled, missing: open }) => {
      const sum = (name: string, { minor, count }: typeof captured) =>
        `${name} ${moneyText(minor, currency)} (${count})`
      return [day, sum('captured', captured), sum('settled', settled), sum('missing', open)].join(
        '  ',
      )
    }),
    ...batches.map((batch) => {
      const { currency, netMinor, feeMinor, paidMinor, paidOn, reference } = batch
      const paid =
        paidMinor === null
          ? 'not paid out'
          : `paid ${moneyText(paidMinor, currency)} on ${paidOn ?? '?'}`
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
    ...missing.map((payment) => {
      const age = Math.floor((nowMs - bookedAtMs(payment)) / DAY_MS)
      const { id, paymentType, amountMinor, currency } = payment
      return `missing: ${id}  ${paymentType}  ${moneyText(amountMinor, currency)}  ${age} days`
    }),
  ]
}
