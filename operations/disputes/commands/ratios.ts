import { type Command, CommandFault } from '../../../server/cli/command.ts'
import { counted } from '../../../server/cli/counted.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import { describedOptions, doneOrFault } from '../../../server/cli/parameters-of-words.ts'
import {
  channelsBelow,
  MAX_CHANNELS,
  tooManyChannels,
} from '../../../server/entities/channels-below.ts'
import { countedSales, monthOf, nameOfMonth, readMonth } from '../month.ts'
import { ratioRequest } from '../ratio-routes.ts'
import { type BrandRatios, type ProgramStanding, ratiosOf } from '../ratios.ts'

const text = { type: 'string' } as const
const described = describedOptions(ratioRequest, { month: 'month' })

export const disputeRatiosCommand: Command = {
  name: 'dispute ratios',
  summary: 'shows the disputes of a month against its sales, and the limits of the card networks',
  usage: '--entity ID [--month MONTH] [--database ADDRESS]',
  help: [
    'A line for each brand and each monitoring programme. Exit code 1 where a limit is reached. Looks at',
    'all payments of the month and of the one before, a day at a time.',
    '',
    '  --entity ID       a channel, or a merchant, division or PSP',
    ...described.help,
    DATABASE_HELP,
  ],
  options: { ...databaseOption, entity: text, ...described.options },
  operands: [],

  run(words, context) {
    const sent = described.read(words, context)
    const id = requiredOption(words, 'entity')
    return withStore(words, context, async (store) => {
      const entity = await store.read.entity(id)
      if (entity === undefined) {
        throw new CommandFault(
          1,
          `there is no entity ${JSON.stringify(id)}: see tillgate entity list`,
        )
      }
      const entityIds = await channelsBelow(entity, store)
      if (entityIds.length > MAX_CHANNELS) return doneOrFault(tooManyChannels)
      if (entityIds.length === 0) return 0
      const month = monthOf(sent.month ?? nameOfMonth(context.clock.now()))
      const sums = await readMonth(entityIds, month, {
        store,
        readSales: countedSales(store),
      })
      const { brands, programs } = ratiosOf(sums)
      for (const brand of brands) context.print(lineOfBrand(brand))
      for (const program of programs) context.print(lineOfProgram(program))
      if (sums.isCut)
        context.complain('a day has more than a million payments: ratios are not known')
      return programs.some(({ isReached }) => isReached) ? 1 : 0
    })
  },
}

function lineOfBrand(brand: BrandRatios): string {
  const { paymentBrand, sales, disputes, fraud, disputeBasisPoints, fraudBasisPoints } = brand
  return [
    paymentBrand,
    counted(sales.count, 'sale'),
    `${counted(disputes.count, 'dispute')} (${shown(disputeBasisPoints)})`,
    `${fraud.count} for fraud (${shown(fraudBasisPoints)})`,
    ...disputes.amounts.map(({ amount, currency }) => `${amount} ${currency} disputed`),
  ].join('  ')
}

function lineOfProgram({
  program,
  count,
  basisPoints,
  limits,
  isReached,
}: ProgramStanding): string {
  const limit = [
    `${limits.basisPoints} bp`,
    limits.count && `${limits.count}`,
    limits.amount && `${limits.amount} EUR or USD`,
  ]
  const state = isReached ? 'REACHED' : 'below'
  return `${program}  ${count} (${shown(basisPoints)})  limit ${limit.filter(Boolean).join(' and ')}: ${state}`
}

function shown(basisPoints: number | undefined): string {
  return basisPoints === undefined ? 'not known' : `${basisPoints} bp`
}
