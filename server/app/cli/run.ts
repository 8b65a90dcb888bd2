import { parseArgs } from 'node:util'
import {
  type Command,
  type CommandContext,
  CommandFault,
  type ExitCode,
  type ProcessContext,
} from '../../cli/command.ts'
import { environmentIn } from '../../kernel/settings/read-config.ts'
import {
  nameSettings,
  type SettledSettings,
  settleSettings,
} from '../../kernel/settings/setting-sources.ts'
import { version } from '../../kernel/version.ts'
import { missingLibrary } from '../../store/sqlite/missing-library.ts'
import { allCommands } from './commands.ts'

/** Carries out `tillgate …words`; never rejects. The caller ends the process with the answer. */
export async function runCommand(
  words: readonly string[],
  process: ProcessContext,
): Promise<ExitCode> {
  const args = withHelpLast(words)
  const context = settling(process)
  const commands = await allCommands(environmentIn(nameSettings(process.env).env))
  const [first, second] = args
  if (first === '--version' || first === '-v' || first === 'version') {
    context.print(`tillgate ${version}`)
    return 0
  }
  if (first === undefined || first === HELP) {
    showCommands(commands, context)
    return first === undefined ? 2 : 0
  }
  // `backup verify FILE` is not `backup` of a file that is called verify: that one is ./verify.
  const command = commands
    .filter(({ name }) => isNamed(name, args))
    .sort((one, other) => other.name.length - one.name.length)[0]
  if (command !== undefined) return runOne(command, args, context)
  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length > 0 && (second === undefined || second === HELP)) {
    showCommands(group, context)
    return second === undefined ? 2 : 0
  }
  const [named, help] =
    group.length > 0 ? [`${first} ${second}`, `${first} --help`] : [first, 'help']
  context.complain(`tillgate: there is no command ${JSON.stringify(named)}: see tillgate ${help}`)
  return 2
}

/** Secrets are read when a command asks for the settings: help asks for none, and a start reads its own. */
function settling(process: ProcessContext): CommandContext {
  let settled: SettledSettings | undefined
  const settings = () => {
    settled ??= settleSettings(process.env)
    return settled
  }
  return {
    ...process,
    settings,
    get env() {
      const { env, faults } = settings()
      if (faults.length > 0) throw new CommandFault(2, faults.join('; '))
      return env
    },
  }
}

const HELP = '--help'

/** `help check`, `check -h` and `check --help` ask for the same. */
function withHelpLast(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words
  if (first === 'help') return [...rest, HELP]
  return words.map((word) => (word === '-h' ? HELP : word))
}

/** Whether the words begin with a command's name, which may be two of them. */
function isNamed(name: string, args: readonly string[]): boolean {
  return name.split(' ').every((word, at) => word === args[at])
}

async function runOne(
  command: Command,
  args: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const rest = args.slice(command.name.split(' ').length)
  if (rest.includes(HELP)) {
    showOne(command, context)
    return 0
  }
  try {
    return await command.run(readWords(command, rest), context)
  } catch (error) {
    context.complain(`tillgate ${command.name}: ${messageOf(error)}`)
    return error instanceof CommandFault ? error.exitCode : 1
  }
}

function readWords(command: Command, args: string[]) {
  const { values, positionals } = parseWords(command, args)
  const missing = command.operands.length - positionals.length
  if (missing > 0 || (missing < 0 && command.further === undefined)) {
    const wanted = command.operands.length === 0 ? 'options only' : command.operands.join(' and ')
    throw new CommandFault(2, `takes ${wanted}: see tillgate ${command.name} --help`)
  }
  const options = values as Record<string, string | boolean | undefined>
  return { command: command.name, options, operands: positionals }
}

function parseWords({ name, options }: Command, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (cause) {
    const message = `${(cause as Error).message.split('.')[0]}: see tillgate ${name} --help`
    throw new CommandFault(2, message, { cause })
  }
}

/** Messages of the engines name files and tables; they are for the operator of this machine. */
function messageOf(error: unknown): string {
  // An error of another thread is no instance of Error here, but has a message.
  const noSqlite = missingLibrary(error)
  if (noSqlite !== undefined) return noSqlite
  const { message } = error as { readonly message?: unknown }
  return typeof message === 'string' ? message : String(error)
}

function showCommands(shown: readonly Command[], { print }: CommandContext): void {
  const widest = Math.max(...shown.map(({ name }) => name.length))
  print('Usage: tillgate <command> [options]')
  print('')
  for (const { name, summary } of shown) print(`  ${name.padEnd(widest)}  ${summary}`)
  print('')
  print('tillgate <command> --help explains one. The database is the one of the settings')
  print('(TILLGATE_DATABASE_URL, TILLGATE_DATA_DIR), the same that the gateway reads.')
  print('tillgate --version prints the version.')
  print('Exit codes: 0 done, 1 findings or failure, 2 wrong usage.')
}

function showOne({ name, usage, help }: Command, { print }: CommandContext): void {
  print(`Usage: tillgate ${name} ${usage}`.trimEnd())
  print('')
  for (const line of help) print(line)
}
