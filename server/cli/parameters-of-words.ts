import type { TProperties } from 'typebox'
import type { DescribedRequest, SentFields } from '../parameters/described-request.ts'
import type { Operation } from '../parameters/operations.ts'
import { validate } from '../parameters/validate.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { descriptionOf } from '../results/catalogue.ts'
import { isRefusal, type Refusal } from '../results/refusal.ts'
import {
  type Command,
  type CommandContext,
  CommandFault,
  textOption,
  type Words,
} from './command.ts'
import { configOf } from './databases.ts'
import { valueHelp } from './option-help.ts'

/** By which operation options are read. */
interface ReadByOperation {
  readonly operation: Operation
  /** The parameter of each option. */
  readonly names: Readonly<Record<string, string>>
  /** Why an address may not be called, for operations that take one. */
  readonly urlFault?: (url: string) => string | undefined
}

/** What a command without an idempotency key never meets. */
interface KeyInUse {
  readonly keyInUse: true
}

/** The options of a command as parameters of a route, by the same rules. */
export function parametersOf(
  words: Words,
  context: CommandContext,
  { operation, names, urlFault = () => undefined }: ReadByOperation,
): ParameterValues {
  const optionOf = optionsByName(names)
  const sent = Object.entries(names).flatMap(([option, name]): [string, string][] => {
    // As in requests, blanks around a value are cut off, and an empty one counts as absent.
    const value = textOption(words, option)?.trim()
    return value === undefined || value === '' ? [] : [[name, value]]
  })
  const { environment } = configOf(words, context)
  const read = validate(operation, sent, {
    profile: 'strict',
    environment,
    nowMs: context.clock.now(),
    urlFault,
  })
  if (read.ok) return read.values
  const faults = read.errors.map(
    ({ name, message }) => `--${optionOf.get(name) ?? name} ${message}`,
  )
  throw new CommandFault(2, faults.join('; '))
}

/** What a route takes, as options of a command that does the same. */
interface DescribedOptions<Fields extends TProperties> {
  readonly options: Command['options']
  readonly help: readonly string[]
  /** Reads them by the rules of the route; ends the command with all faults. */
  read(words: Words, context: CommandContext): SentFields<Fields>
}

/**
 * Options with their help, made of what a route describes. `names`: the parameter of each option. `needed`:
 * options that the command asks for, where the route does not.
 */
export function describedOptions<Fields extends TProperties>(
  request: DescribedRequest<Fields>,
  names: ReadByOperation['names'],
  needed: readonly string[] = [],
): DescribedOptions<Fields> {
  const rows = Object.assign({}, ...request.parameters.tables.map((table) => table.rows))
  const helpOf = ([option, name]: readonly [string, string]) => {
    const { meaning = '', type } = rows[name]
    return valueHelp(option, { meaning, type })
  }
  const text = { type: 'string' } as const
  return {
    options: Object.fromEntries(Object.keys(names).map((option) => [option, text])),
    help: Object.entries(names).flatMap(helpOf),
    read(words, context) {
      const values = parametersOf(words, context, { operation: request, names })
      for (const option of needed) {
        if (values.sent(names[option] ?? '') === undefined) throw missing(option)
      }
      return request.read(values)
    },
  }
}

function missing(option: string): CommandFault {
  return new CommandFault(2, `--${option} is missing: see --help`)
}

/** What was done; a refusal ends the command, with the options that its parameters have. */
export function doneOrFault<Made extends object>(
  made: Made,
  names: ReadByOperation['names'] = {},
): Exclude<Made, Refusal | KeyInUse> {
  // A command has no key that another one could have used.
  if (!isRefusal(made)) return made as Exclude<Made, Refusal | KeyInUse>
  const optionOf = optionsByName(names)
  const faults = made.parameterErrors?.map(
    ({ name, message }) => `--${optionOf.get(name) ?? name} ${message}`,
  )
  const message = faults?.join('; ') ?? made.description ?? descriptionOf(made.code)
  throw new CommandFault(1, message)
}

function optionsByName(names: ReadByOperation['names']): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).map(([option, name]) => [name, option]))
}
