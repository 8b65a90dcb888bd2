import {
  type Command,
  type CommandContext,
  CommandFault,
  type ExitCode,
  textOption,
  type Words,
} from '../../../cli/command.ts'
import { DATABASE_HELP, databaseOption } from '../../../cli/databases.ts'
import { inOneLine } from '../../../cli/one-line.ts'
import { requiredOption, withStore } from '../../../cli/open-entities.ts'
import type { Store } from '../../../store/port.ts'
import { type LinePlace, placeIn, placeText } from '../line-place.ts'
import { type ManualOutcome, matchAgain, matchByHand } from '../match-again.ts'
import { openLines } from '../open-lines.ts'
import { ACCOUNT_HELP, accountOf, moneyText } from './open-accounts.ts'

const text = { type: 'string' } as const

export const matchSettlementCommand: Command = {
  name: 'settlement match',
  summary: 'finds the payments of settlement lines again, or takes those that a person names',
  usage:
    '--account ID [--tolerance MINOR] [--after PLACE] | --line PLACE --payments IDS --by NAME [--database ADDRESS]',
  help: [
    'Without --line: looks once more for the payments of all lines of the account that match none, or',
    'several. With --line: the line is about these payments, whatever it matched before.',
    '',
    ACCOUNT_HELP,
    '  --tolerance MINOR   by how many minor units amounts may differ; 0 when absent',
    '  --after PLACE       goes on after this line, where a run has stopped',
    '  --line PLACE        as tillgate settlement open shows it',
    '  --payments IDS      ids with a comma between them; none: the line is about no payment that is known',
    '  --by NAME           who says so',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    account: text,
    tolerance: text,
    after: text,
    line: text,
    payments: text,
    by: text,
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

async function again(
  words: Words,
  { clock, print }: CommandContext,
  store: Store,
): Promise<ExitCode> {
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
  const found = await matchAgain(account, from, { store, clock })
  const { looked, matched, severalMatches, stoppedAfter } = found
  const left = looked - matched
  print(`${looked} lines: ${matched} matched, ${left} left, ${severalMatches} with several matches`)
  if (stoppedAfter !== undefined) print(`go on with --after ${placeText(stoppedAfter)}`)
  return 0
}

const FAULTS: Readonly<Record<Exclude<ManualOutcome, 'matched' | 'unmatched'>, string>> = {
  noSuchLine: 'there is no such line: see tillgate settlement open',
  noSuchPayment: 'one of the payments is not there',
  otherCurrency: 'one of the payments has another currency than the line',
  otherMerchant: 'one of the payments is not settled through the account of the line',
  aboutNoPayment: 'lines of this type are about no payment',
  disputed: 'a dispute has followed from what the line matches: it stays',
  changedMeanwhile: 'the line was changed meanwhile: look at it again',
}

async function byHand(
  words: Words,
  { clock, print }: CommandContext,
  store: Store,
): Promise<ExitCode> {
  const place = placeOf(requiredOption(words, 'line'), '--line')
  const paymentIds = requiredOption(words, 'payments').split(',').filter(Boolean)
  if (paymentIds.length > 100 || paymentIds.includes('none')) {
    if (paymentIds.length !== 1) throw new CommandFault(2, '--payments takes 1 to 100 ids, or none')
    paymentIds.length = 0
  }
  const matchedBy = requiredOption(words, 'by')
  if (!/^\S.{0,99}$/.test(matchedBy)) throw new CommandFault(2, '--by takes 1 to 100 characters')
  const outcome = await matchByHand(place, { paymentIds, matchedBy }, { store, clock })
  // Only requests have keys.
  if (typeof outcome !== 'string') throw new CommandFault(1, FAULTS.changedMeanwhile)
  if (outcome !== 'matched' && outcome !== 'unmatched') throw new CommandFault(1, FAULTS[outcome])
  print(outcome === 'matched' ? `matched by ${matchedBy}` : `unmatched by ${matchedBy}`)
  return 0
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
      for (const { line, candidates } of await openLines(account, place, LINES_SHOWN, store)) {
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
