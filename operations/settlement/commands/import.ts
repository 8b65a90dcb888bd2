import { access, stat } from 'node:fs/promises'
import {
  type Command,
  type CommandContext,
  CommandFault,
  type ExitCode,
} from '../../../server/cli/command.ts'
import { counted } from '../../../server/cli/counted.ts'
import { DATABASE_HELP, databaseOption } from '../../../server/cli/databases.ts'
import { inOneLine } from '../../../server/cli/one-line.ts'
import { requiredOption, withStore } from '../../../server/cli/open-entities.ts'
import { openCommandVault } from '../../../server/cli/open-vault.ts'
import type { Store } from '../../../server/store/port.ts'
import { fileAt } from '../file-records.ts'
import { FORMAT_NAMES, formatNamed } from '../formats/formats.ts'
import { type ImportResult, importFile } from '../import.ts'
import { faultText } from '../record.ts'
import { removeFile } from '../remove-file.ts'
import { ACCOUNT_HELP, accountOf } from './open-accounts.ts'

const text = { type: 'string' } as const

/** A line of progress for so many lines of the file. */
const LINES_OF_PROGRESS = 100_000

export const importSettlementCommand: Command = {
  name: 'settlement import',
  summary: 'imports a settlement file of an acquirer',
  usage: 'FILE --format FORMAT --account ID [--accept-unbalanced] [--database ADDRESS]',
  help: [
    'Reads the file to its end, then books it whole or not at all: lines, payouts, journal entries, and',
    'which payments the lines are about. The same file is taken once; lines that an earlier file had are',
    'passed over. An import that was interrupted goes on with the same command. A gateway may run.',
    '',
    'Each fault is one line "line 12, column Net Credit (NC): …", at most 20.',
    '',
    `  --format FORMAT     ${FORMAT_NAMES.join(', ')}`,
    ACCOUNT_HELP,
    '  --accept-unbalanced books payouts that their lines do not sum to, and flags them',
    DATABASE_HELP,
  ],
  options: {
    ...databaseOption,
    format: text,
    account: text,
    'accept-unbalanced': { type: 'boolean' },
  },
  operands: ['FILE'],

  async run(words, context) {
    const name = requiredOption(words, 'format')
    const format = formatNamed(name)
    if (format === undefined) {
      throw new CommandFault(2, `--format must be one of ${FORMAT_NAMES.join(', ')}`)
    }
    const [path = ''] = words.operands
    await checkPath(path)
    const work = async (store: Store) => {
      const account = await accountOf(words, store)
      const acceptsUnbalanced = words.options['accept-unbalanced'] === true
      const onProgress = progress(context)
      const request = { file: fileAt(path), format, account, acceptsUnbalanced, onProgress }
      const keyedHash = async () => (await openCommandVault(store, words, context)).keyedHash
      const outcome = await importFile(request, { store, clock: context.clock, keyedHash })
      return report(outcome, context)
    }
    return withStore(words, context, work, { writesMuch: true })
  },
}

async function checkPath(path: string): Promise<void> {
  try {
    await access(path)
  } catch {
    throw new CommandFault(1, `there is no file ${path} that can be read`)
  }
  if (!(await stat(path)).isDirectory()) return
  throw new CommandFault(
    1,
    `${path} is a folder: name one of its files. A gateway imports all that come into a folder by itself: see TILLGATE_SETTLEMENT_FOLDER`,
  )
}

function progress({ complain }: CommandContext) {
  let told = LINES_OF_PROGRESS
  return (step: 'checked' | 'written', lines: number) => {
    if (lines < LINES_OF_PROGRESS) told = LINES_OF_PROGRESS
    if (lines < told) return
    told = lines + LINES_OF_PROGRESS
    complain(`${counted(lines, 'line')} ${step}`)
  }
}

function report(outcome: ImportResult, { print, complain }: CommandContext): ExitCode {
  if (outcome.kind === 'refused') {
    for (const fault of outcome.faults) complain(faultText(fault))
    const further = outcome.count - outcome.faults.length
    if (further > 0) complain(`and ${counted(further, 'further fault')}`)
    complain('nothing of the file was booked')
    return 1
  }
  const { file } = outcome
  if (outcome.kind === 'alreadyImported') {
    print(`${file.id} was imported before: nothing is new`)
    return 0
  }
  const { lines, repeated, matched, severalMatches, notMatched, flagged, payouts } = outcome.counts
  print(file.id)
  const others = [...outcome.otherMerchants].map(([name, count]) => `${name} (${count})`)
  if (others.length > 0) {
    print(
      `lines of other merchants, passed over: ${others.join(', ')}; import the file for their accounts, too`,
    )
  }
  print(`${counted(lines, 'line')}, ${repeated} of them in earlier files; payouts: ${payouts}`)
  print(`${matched} matched, ${severalMatches} with several matches, ${notMatched} not matched`)
  if (flagged > 0) print(`${flagged} flagged: see tillgate settlement open`)
  return 0
}

export const listSettlementFilesCommand: Command = {
  name: 'settlement files',
  summary: 'lists the settlement files of an account',
  usage: '--account ID [--database ADDRESS]',
  help: [
    'A line for each of the newest 100 files: id, state, lines, format, settlement dates, name. A file that',
    'is "importing" was interrupted, or is being imported just now.',
    '',
    ACCOUNT_HELP,
    DATABASE_HELP,
  ],
  options: { ...databaseOption, account: text },
  operands: [],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const { id } = await accountOf(words, store)
      for (const file of await store.read.settlementFilesOf(id, '9', 100)) {
        const dates = file.settledFrom === null ? '' : `${file.settledFrom} to ${file.settledTo}`
        const counts = `${file.bookedCount} of ${counted(file.lineCount, 'line')} booked`
        const facts = [file.id, file.state, counts, file.format, dates, file.name]
        context.print(inOneLine(facts.filter(Boolean).join('  ')))
      }
      return 0
    })
  },
}

const REMOVALS = {
  removed: undefined,
  alreadyRemoved: undefined,
  unknown: 'there is no such file: see tillgate settlement files',
  imported: 'is imported: what is booked stays, a correction is a further file',
} as const

export const removeSettlementFileCommand: Command = {
  name: 'settlement remove',
  summary: 'gives up the interrupted import of a settlement file',
  usage: 'ID [--database ADDRESS]',
  help: [
    'Deletes the lines of a file whose import was interrupted, so that other files may have them. A file',
    'that is imported stays.',
    '',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: ['the id of a file'],

  run(words, context) {
    return withStore(words, context, async (store) => {
      const [id = ''] = words.operands
      const outcome = await removeFile(id, { store, clock: context.clock })
      const fault = REMOVALS[outcome]
      if (fault !== undefined) throw new CommandFault(1, `${id} ${fault}`)
      context.print(outcome === 'removed' ? `removed ${id}` : `${id} was removed before`)
      return 0
    })
  },
}
