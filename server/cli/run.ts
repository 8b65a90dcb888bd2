import { parseArgs } from 'node:util'
import { StoreError } from '../store/errors.ts'
import { type Command, CommandFault, type ExitCode, type Surroundings } from './command.ts'
import { commands } from './commands.ts'

/** Carries out `tillgate …args`; never rejects. The caller ends the process with the answer. */
export async function runCommand(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const [name, ...rest] = args
  if (name === undefined || name === 'help' || name === '--help') {
    showAll(surroundings)
    return name === undefined ? 2 : 0
  }
  const command = commands.find((one) => one.name === name)
  if (command === undefined) {
    surroundings.complain(
      `tillgate: there is no command ${JSON.stringify(name)}: see tillgate help`,
    )
    return 2
  }
  if (rest.includes('--help')) {
    showOne(command, surroundings)
    return 0
  }
  try {
    return await command.run(readWords(command, rest), surroundings)
  } catch (error) {
    surroundings.complain(`tillgate ${name}: ${messageOf(error)}`)
    return error instanceof CommandFault ? error.exitCode : 1
  }
}

function readWords(command: Command, args: string[]) {
  const { values, positionals } = parseWords(command, args)
  if (positionals.length !== command.operands.length) {
    const wanted = command.operands.length === 0 ? 'options only' : command.operands.join(' and ')
    throw new CommandFault(2, `takes ${wanted}: see tillgate ${command.name} --help`)
  }
  return { options: values as Record<string, string | boolean | undefined>, operands: positionals }
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
  if (error instanceof CommandFault || error instanceof StoreError) return error.message
  return error instanceof Error ? error.message : String(error)
}

function showAll({ print }: Surroundings): void {
  const widest = Math.max(...commands.map(({ name }) => name.length))
  print('Usage: tillgate <command> [options]')
  print('')
  for (const { name, summary } of commands) print(`  ${name.padEnd(widest)}  ${summary}`)
  print('')
  print('tillgate <command> --help explains one. The database is the one of the settings')
  print('(TILLGATE_DATABASE_URL, TILLGATE_DATA_DIR), the same that the gateway reads.')
  print('Exit codes: 0 done, 1 findings or failure, 2 wrong usage.')
}

function showOne({ name, usage, help }: Command, { print }: Surroundings): void {
  print(`Usage: tillgate ${name} ${usage}`.trimEnd())
  print('')
  for (const line of help) print(line)
}
