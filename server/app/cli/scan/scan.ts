import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, type CommandContext, CommandFault } from '../../../cli/command.ts'
import { counted } from '../../../cli/counted.ts'
import { type FoundNumber, maskedNumber } from './number-finder.ts'
import { type FileReport, scanFile, scanStream } from './scan-file.ts'

/** Numbers of one file that are printed; those beyond are counted. */
const MAX_PRINTED = 20

export const scanCommand: Command = {
  name: 'scan',
  summary: 'finds card numbers in files, logs and dumps, where none should be',
  usage: 'PATH…',
  help: [
    'Reads files, and folders with all that is in them, piece by piece: a file of any size takes little',
    'memory. Finds 13 to 19 digits with a right check digit in a range of a known brand, together or in groups,',
    'as ASCII or UTF-16, also within gzip, and in SQLite files in their rows and in what deleted rows have left.',
    'Prints where, and the first six and last four digits. What it does not read (other archives, links,',
    'devices) it says. - reads what is piped to it: pg_dump … | tillgate scan -',
    '',
    'Test cards are found as well: a test database has some. Ends with 1 where one was found, or a file could',
    'not be read.',
  ],
  options: {},
  operands: ['PATH'],
  further: 'PATH',

  async run({ operands }, context) {
    const tally = { files: 0, found: 0, skipped: 0, unreadable: 0 }
    for (const path of operands) await scanPath(path, tally, context)
    const { files, found, skipped, unreadable } = tally
    const rest = [
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      ...(unreadable > 0 ? [`${unreadable} not readable`] : []),
    ].map((each) => `, ${each}`)
    context.print(`${counted(files, 'file')}, ${counted(found, 'card number')}${rest.join('')}`)
    return found + unreadable > 0 ? 1 : 0
  },
}

interface Tally {
  files: number
  found: number
  skipped: number
  unreadable: number
}

async function scanPath(path: string, tally: Tally, context: CommandContext): Promise<void> {
  if (path === '-') {
    await look('-', tally, context, (report) => scanStream(process.stdin, report))
    return
  }
  const named = await lstat(path).catch(() => undefined)
  if (named === undefined) throw new CommandFault(2, `there is no ${path}`)
  await scanBelow(path, tally, context)
}

async function scanBelow(path: string, tally: Tally, context: CommandContext): Promise<void> {
  const skip = (why: string) => {
    tally.skipped += 1
    context.print(`skipped: ${path}: ${why}`)
  }
  const facts = await lstat(path).catch(() => undefined)
  if (facts === undefined) skip('it is gone')
  else if (facts.isSymbolicLink()) skip('a link')
  else if (facts.isFile()) await look(path, tally, context, (report) => scanFile(path, report))
  else if (facts.isDirectory()) await scanFolder(path, tally, context)
  else skip('no file')
}

async function scanFolder(path: string, tally: Tally, context: CommandContext): Promise<void> {
  try {
    for await (const { name } of await opendir(path)) {
      await scanBelow(join(path, name), tally, context)
    }
  } catch (error) {
    if (error instanceof CommandFault) throw error
    unreadable(path, error, tally, context)
  }
}

async function look(
  path: string,
  tally: Tally,
  context: CommandContext,
  scan: (report: FileReport) => Promise<void>,
): Promise<void> {
  let found = 0
  const onFound = ({ digits, brand }: FoundNumber, place: string) => {
    found += 1
    if (found <= MAX_PRINTED) {
      context.print(`${path}: ${place}: ${maskedNumber(digits)} (${brand})`)
    }
  }
  const onSkipped = (why: string) => {
    tally.skipped += 1
    context.print(`skipped: ${path}: ${why}`)
  }
  try {
    tally.files += 1
    await scan({ onFound, onSkipped })
  } catch (error) {
    unreadable(path, error, tally, context)
  }
  tally.found += found
  if (found > MAX_PRINTED) context.print(`${path}: ${found - MAX_PRINTED} more`)
}

function unreadable(path: string, error: unknown, tally: Tally, context: CommandContext): void {
  tally.unreadable += 1
  const why = error instanceof Error ? error.message : String(error)
  context.complain(`tillgate scan: ${path} could not be read to its end: ${why}`)
}
