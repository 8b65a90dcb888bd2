import { type Command, CommandFault, textOption } from '../../../server/cli/command.ts'
import { counted } from '../../../server/cli/counted.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { entityOf, requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import type { AcquirerAccountRow } from '../../../server/store/port.ts'
import { changeUsualDays, createAccount } from '../accounts.ts'
import { removeAccount } from '../remove-account.ts'
import { ACCOUNT_HELP, accountOf } from './open-accounts.ts'

const text = { type: 'string' } as const

const USUAL_DAYS_HELP =
  '  --usual-days NUMBER 1 to 31 days after a booking within which it usually pays out; 2 when absent'

function usualDaysOf(words: string): number {
  const days = Number(words)
  if (/^[0-9]{1,2}$/.test(words) && days >= 1 && days <= 31) return days
  throw new CommandFault(2, '--usual-days must be a whole number from 1 to 31')
}

export const createAcquirerCommand: Command = {
  name: 'acquirer create',
  summary: 'makes an account at an acquirer, whose settlement files are read; prints its id',
  usage:
    '--entity ID --connector NAME --merchant-id ID --acquirer NAME [--currencies LIST] [--usual-days NUMBER] [--database ADDRESS]',
  help: [
    'The account of a merchant, or of one of its channels: payments below it that went to this',
    'connector are settled through the account. Accounts of one connector must not overlap.',
    '',
    '  --entity ID         a merchant or a channel',
    '  --connector NAME    simulator, or gateway: payments of every receiver. Of one of several:',
    '                      gateway: and the entity there, as in TILLGATE_EXTERNAL_ENTITY; or the id of a',
    '                      connector account, as tillgate account list shows it',
    "  --merchant-id ID    the acquirer's number of the merchant, 5 to 64 characters",
    '  --acquirer NAME     as the reconciliation file names it',
    '  --currencies LIST   in which it pays out, such as EUR,GBP; any when absent',
    USUAL_DAYS_HELP,
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    entity: text,
    connector: text,
    'merchant-id': text,
    acquirer: text,
    currencies: text,
    'usual-days': text,
  },
  operands: [],

  run(words, context) {
    const wanted = {
      connector: requiredOption(words, 'connector'),
      merchantId: requiredOption(words, 'merchant-id'),
      acquirer: requiredOption(words, 'acquirer'),
      currencies: (textOption(words, 'currencies') ?? '').split(',').filter((one) => one !== ''),
      usualDays: usualDaysOf(textOption(words, 'usual-days') ?? '2'),
    }
    return withStore(words, context, async (store) => {
      const entity = await entityOf(store, requiredOption(words, 'entity'))
      const made = await createAccount({ ...wanted, entity }, { store, clock: context.clock })
      if ('fault' in made) throw new CommandFault(1, made.fault)
      context.print(made.id)
      return 0
    })
  },
}

export const changeAcquirerCommand: Command = {
  name: 'acquirer change',
  summary: 'changes after how many days an acquirer usually pays out',
  usage: '--account ID --usual-days NUMBER [--database ADDRESS]',
  help: [
    'What was captured longer ago and no payout holds is missing: settlement status names it.',
    '',
    ACCOUNT_HELP,
    USUAL_DAYS_HELP,
    DATABASE_HELP,
  ],
  options: { ...databaseOption, account: text, 'usual-days': text },
  operands: [],

  run(words, context) {
    const usualDays = usualDaysOf(requiredOption(words, 'usual-days'))
    return withStore(words, context, async (store) => {
      const account = await accountOf(words, store)
      const done = await changeUsualDays(account, usualDays, { store, clock: context.clock })
      if (done === undefined)
        throw new CommandFault(1, 'the account was changed meanwhile: try again')
      context.print(`${account.id} usually pays out within ${counted(usualDays, 'day')}`)
      return 0
    })
  },
}

export const removeAcquirerCommand: Command = {
  name: 'acquirer remove',
  summary: 'removes an account at an acquirer that settles nothing',
  usage: '--account ID [--accept-payments] [--database ADDRESS]',
  help: [
    'Not an account with settlement files: what they have booked stays. Nor one of whose channels payments',
    'wait to be settled, unless that is accepted: such as a wrong merchant id, whose right account is',
    'made next.',
    '',
    ACCOUNT_HELP,
    '  --accept-payments   also where payments wait to be settled',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, account: text, 'accept-payments': { type: 'boolean' } },
  operands: [],

  run(words, context) {
    const acceptsPayments = words.options['accept-payments'] === true
    return withStore(words, context, async (store) => {
      const account = await accountOf(words, store)
      const parts = { store, clock: context.clock }
      const refused = await removeAccount(account, { acceptsPayments }, parts)
      if (refused !== undefined) throw new CommandFault(1, refused.fault)
      context.print(`removed ${account.id}`)
      return 0
    })
  },
}

export const listAcquirersCommand: Command = {
  name: 'acquirer list',
  summary: 'lists the accounts at acquirers',
  usage: '[--database ADDRESS]',
  help: [
    'A line for each account: id, entity, acquirer, currencies in which it pays out, and within how',
    'many days it usually does.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      let after: AcquirerAccountRow | undefined
      do {
        const accounts = await store.read.acquirerAccounts(after?.id ?? '', 1000)
        for (const { id, entityId, acquirer, currencies, usualDays } of accounts) {
          const paid = `${currencies || 'any currency'}  within ${counted(usualDays, 'day')}`
          context.print(`${id}  ${entityId}  ${acquirer}  ${paid}`)
        }
        after = accounts.at(-1)
      } while (after !== undefined)
      return 0
    })
  },
}
