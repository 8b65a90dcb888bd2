import type { Operation } from '../parameters/operations.ts'
import { validate } from '../parameters/validate.ts'
import type { ParameterValues } from '../parameters/values.ts'
import { descriptionOf } from '../results/catalogue.ts'
import { isRefusal, type Refusal } from '../results/refusal.ts'
import { type CommandContext, CommandFault, textOption, type Words } from './command.ts'
import { configOf } from './databases.ts'

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
    const value = textOption(words, option)
    return value === undefined ? [] : [[name, value]]
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
