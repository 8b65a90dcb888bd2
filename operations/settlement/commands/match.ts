import {
  type Command,
  type CommandContext,
  CommandFault,
  type ExitCode,
  textOption,
  type Words,
} from '../../../server/cli/command.ts'
import { counted } from '../../../server/cli/counted.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { inOneLine } from '../../../server/cli/one-line.ts'
import { requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import { openCommandVault } from '../../../server/cli/open-vault.ts'
import type { Store } from '../../../server/store/port.ts'
import { answered } from '../kept-text.ts'
import { type LinePlace, placeIn, placeText } from '../line-place.ts'
import { matchAgain } from '../match-again.ts'
import {
  type AmountsDiffer,
  differenceText,
  type ManualOutcome,
  matchByHand,
} from '../match-by-hand.ts'
import { openLines } from '../open-lines.ts'
import { ACCOUNT_HELP, accountOf, moneyText } from './open-accounts.ts'

const text = { type: 'string' } as const

export const matchSettlementCommand: Command = {
  name: 'settlement match',
  summary: 'finds the payments of settlement lines again, or takes those that a person names',
  usage:
    '--account ID [--tolerance MINOR] [--after PLACE] | --line PLACE --payments IDS|--unmatch --reason TEXT --by NAME [--accept-difference=AMOUNT] [--accept-currency CODE] [--database ADDRESS]',
  help: [
    'Without --line: looks once more for the payments of all lines of the account that match none, or',
    'several, but for those that a person has unmatched. With --line: the line is about these payments, whatever it matched before. Where its amount',
    'is not theirs, the command ends with the difference and does nothing before that is accepted.',
    '',
    ACCOUNT_HELP,
    '  --tolerance MINOR   by how many minor units amounts may differ; 0 when absent',
    '  --after PLACE       goes on after this line, where a run has stopped',
    '  --line PLACE        as tillgate settlement open shows it',
    '  --payments IDS      1 to 100 ids with a comma between them',
    '  --unmatch           the line is about no payment that is known',
    '  --reason TEXT       why, 3 to 500 characters; kept in the audit log',
    '  --by NAME           who says so',
    '  --accept-difference=AMOUNT',
    '                      what the line has more than its payments, such as -0.50: right as it is',
    '  --accept-currency CODE',
    '                      the currency of the line, where its payments have another one',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    account: text,
    tolerance: text,
    after: text,
    line: text,
    payments: text,
    unmatch: { type: 'boolean' },
    reason: text,
    by: text,
    'accept-difference': text,
    'accept-currency': text,
  },
  operands: [],

  run(words, context) {
    const isByHand = textOption(words, 'line') !== undefined
    return withStore(words, context, (store) =>
      isByHand ? byHand(words, context, store) : again(words, context, store),
    )
  },
}

const MAX_TOLERANCE = 1_000

async function again(words: Words, context: CommandContext, store: Store): Promise<ExitCode> {
  const tolerance = Number(textOption(words, 'tolerance') ?? '0')
  if (!Number.isInteger(tolerance) || tolerance < 0 || tolerance > MAX_TOLERANCE) {
    throw new CommandFault(2, `--tolerance must be a whole number from 0 to ${MAX_TOLERANCE}`)
  }
  const account = await accountOf(words, store)
  const after = textOption(words, 'after')
  const from = {
    toleranceMinor: tolerance,
    ...(after !== undefined && { after: placeOf(after, '--after') }),
  }
  const { clock, print } = context
  const keyedHash = async () => (await openCommandVault(store, words, context)).keyedHash
  const found = await matchAgain(account, from, { store, clock, keyedHash })
  const { looked, matched, severalMatches, leftToPerson, stoppedAfter } = found
  const all = looked + leftToPerson
  const ofPerson = leftToPerson === 0 ? '' : ` (${leftToPerson} that a person has unmatched)`
  print(
    `${counted(all, 'line')}: ${matched} matched, ${all - matched} left${ofPerson}, ${severalMatches} with several matches`,
  )
  if (stoppedAfter !== undefined) print(`go on with --after ${placeText(stoppedAfter)}`)
  return 0
}

type Fault = Exclude<ManualOutcome, 'matched' | 'unmatched' | AmountsDiffer>

const FAULTS: Readonly<Record<Fault, string>> = {
  noSuchLine: 'there is no such line: see tillgate settlement open',
  noSuchPayment: 'one of the payments is not there',
  severalCurrencies: 'the payments have several currencies: name those of one',
  otherMerchant: 'one of the payments is not settled through the account of the line',
  nothingLeft: 'the amount of the line is used up before its last payment: name fewer payments',
  aboutNoPayment: 'lines of this type are about no payment',
  otherType:
    'lines of this type are about other payments: a settled line about a DB, CP or RB, or about a CD where money goes out; a refunded one about an RF or CD; a chargeback and its reversal about the DB, CP, RB or RF that was charged back',
  movedNoMoney:
    'one of the payments has not succeeded, so it has moved no money: name the payment that has',
  signUnexpected:
    'the amount of the line goes the other way than its type says: ask the acquirer, and leave it unmatched until then',
  disputed: 'a dispute has followed from what the line matches: it stays',
  changedMeanwhile: 'the line was changed meanwhile: look at it again',
}

async function byHand(
  words: Words,
  { clock, print }: CommandContext,
  store: Store,
): Promise<ExitCode> {
  const place = placeOf(requiredOption(words, 'line'), '--line')
  const paymentIds = paymentsOf(words)
  const matchedBy = requiredOption(words, 'by')
  if (!/^\S.{0,99}$/.test(matchedBy)) throw new CommandFault(2, '--by takes 1 to 100 characters')
  const { length } = requiredOption(words, 'reason').trim()
  if (length < 3 || length > 500) throw new CommandFault(2, '--reason takes 3 to 500 characters')
  const match = { paymentIds, matchedBy, accepts: acceptedIn(words) }
  const outcome = await matchByHand(place, match, { store, clock })
  if (typeof outcome !== 'string') {
    // Only requests have keys.
    const fault = 'line' in outcome ? differenceText(outcome, WORDS) : FAULTS.changedMeanwhile
    throw new CommandFault(1, fault)
  }
  if (outcome !== 'matched' && outcome !== 'unmatched') throw new CommandFault(1, FAULTS[outcome])
  print(outcome === 'matched' ? `matched by ${matchedBy}` : `unmatched by ${matchedBy}`)
  return 0
}

const WORDS = {
  difference: (amount: string) => `--accept-difference=${amount}`,
  noDifference: 'no --accept-difference',
  currency: (code: string) => `--accept-currency ${code}`,
}

/** Ids of payments; none to unmatch the line. */
function paymentsOf(words: Words): readonly string[] {
  const named = textOption(words, 'payments')
  const isUnmatched = words.options.unmatch === true
  if ((named === undefined) !== isUnmatched) {
    throw new CommandFault(2, 'name --payments, or --unmatch where the line is about none')
  }
  const ids = [...new Set((named ?? '').split(',').filter(Boolean))]
  if (!isUnmatched && (ids.length === 0 || ids.length > 100)) {
    throw new CommandFault(2, '--payments takes 1 to 100 ids')
  }
  return ids
}

function acceptedIn(words: Words) {
  const difference = textOption(words, 'accept-difference')
  const currency = textOption(words, 'accept-currency')
  return {
    ...(difference === undefined ? {} : { difference }),
    ...(currency === undefined ? {} : { currency }),
  }
}

function placeOf(text: string, option: string): LinePlace {
  const place = placeIn(text)
  if (place === undefined) throw new CommandFault(2, `${option} is no place of a line`)
  return place
}

const LINES_SHOWN = 100

export const openSettlementCommand: Command = {
  name: 'settlement open',
  summary: 'lists settlement lines that match no payment, or several, or that are flagged',
  usage: '--account ID [--after PLACE] [--database ADDRESS]',
  help: [
    `A line for each of ${LINES_SHOWN} settlement lines, oldest file first: place, state, type, gross amount,`,
    'date, references, flag; below it the payments that fit equally well. A line that a person has matched',
    'is not listed any more.',
    '',
    ACCOUNT_HELP,
    '  --after PLACE       goes on after this line',
    DATABASE_HELP,
  ],
  options: { ...databaseOption, account: text, after: text },
  operands: [],

  run(words, context) {
    const after = textOption(words, 'after')
    const place = after === undefined ? { batchId: '', position: 0 } : placeOf(after, '--after')
    return withStore(words, context, async (store) => {
      const account = await accountOf(words, store)
      for (const { line: row, candidates } of await openLines(account, place, LINES_SHOWN, store)) {
        const line = answered(row)
        const { matchState, acquirerType, grossMinor, grossCurrency } = line
        const references = [line.acquirerReference, line.merchantReference].filter(Boolean)
        const amount = moneyText(grossMinor, grossCurrency)
        const facts = [matchState, acquirerType, amount, line.settledOn, ...references]
        if (line.flag !== null) facts.push(line.flag)
        context.print(inOneLine([placeText(line), ...facts].join('  ')))
        for (const { paymentId, rule } of candidates) context.print(`  ${paymentId}  ${rule}`)
      }
      return 0
    })
  },
}
