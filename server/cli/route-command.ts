import type { Route } from '../http/route.ts'
import { planOf } from '../parameters/plan.ts'
import { descriptionOf } from '../results/catalogue.ts'
import {
  type Command,
  type CommandContext,
  CommandFault,
  type ExitCode,
  textOption,
  type Words,
} from './command.ts'
import { configOf, DATABASE_HELP, databaseOption } from './databases.ts'
import { inOneLine } from './one-line.ts'
import { withStore } from './open-entities.ts'
import { optionHelp, valueHelp } from './option-help.ts'

/** A command that does what a route does: options, their help and faults are those of the route's parameters. */
interface RouteCommand<Answer> {
  readonly name: string
  readonly summary: string
  /** What is to be said beside its options. */
  readonly help: readonly string[]
  readonly route: Route<never>
  /** What stands in the places of the route's path, in their order; then what `sent` takes. */
  readonly operands?: readonly string[]
  /** Whether `--entity` names whom the request is for; without it, what the path names says that. */
  readonly entity?: true
  /** The parameter of each option; with what it is for, where the route does not describe it. */
  readonly options?: Readonly<Record<string, string | readonly [name: string, meaning: string]>>
  /** Options that the command asks for, where the route does not. */
  readonly needed?: readonly string[]
  /** Options that it does not ask for, though the route does: `sent` has a value. */
  readonly optional?: readonly string[]
  /** Options without a value, and what each is for; `sent` makes parameters of them. */
  readonly flags?: Readonly<Record<string, string>>
  /** Parameters that come from elsewhere than options. */
  readonly sent?: (
    words: Words,
    context: CommandContext,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** What is printed of the answer, line by line. */
  readonly lines: (answer: Answer, words: Words) => readonly string[]
  /** 0 when absent. */
  readonly exitCode?: (answer: Answer) => ExitCode
}

/** The route that documents call `id`. */
export function routeNamed<Parts>(routes: readonly Route<Parts>[], id: string): Route<never> {
  const route = routes.find(({ docs }) => 'id' in docs && docs.id === id)
  if (route === undefined) throw new Error(`There is no route ${id}`)
  return route
}

/** Throws for a route that changes something and has no right: it would be in no audit log. */
export function routeCommand<Answer>(described: RouteCommand<Answer>): Command {
  const { route } = described
  if (route.method !== 'get' && !('right' in route && route.right !== undefined)) {
    throw new Error(`${described.name}: ${route.path} changes something, and is not audited`)
  }
  const { name, summary, operands = [], lines, exitCode } = described
  const options = [...(described.entity ? ['entity'] : []), ...Object.keys(described.options ?? {})]
  const flags = Object.keys(described.flags ?? {})
  return {
    name,
    summary,
    usage: usageOf(described),
    help: [...described.help, '', ...helpOf(described), DATABASE_HELP],
    options: {
      ...databaseOption,
      ...Object.fromEntries(options.map((option) => [option, { type: 'string' } as const])),
      ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const])),
    },
    operands,

    async run(words, context) {
      const answer = await askByWords<Answer>(described, words, context)
      for (const line of lines(answer, words)) context.print(inOneLine(line))
      return exitCode?.(answer) ?? 0
    },
  }
}

/** What a command asks of a route by its words. */
type AskedByWords = Pick<
  RouteCommand<never>,
  'route' | 'options' | 'needed' | 'optional' | 'entity' | 'sent'
>

/** The answer of the route. Throws a `CommandFault` where it refuses: 2 for parameters of options, else 1. */
export async function askByWords<Answer>(
  asked: AskedByWords,
  words: Words,
  context: CommandContext,
): Promise<Answer> {
  for (const option of neededOf(asked)) {
    if (textOption(words, option) === undefined) {
      throw new CommandFault(2, `--${option} is missing: see --help`)
    }
  }
  const { route } = asked
  const path = pathOf(route, words)
  const parameters = new URLSearchParams({
    ...sentOptions(asked, words),
    ...(await asked.sent?.(words, context)),
  })
  // The route itself is in the audit log, with its parameters as it may show them.
  const unaudited = { ...context, auditLog: () => undefined }
  const { status, body } = await withStore(words, unaudited, (store) =>
    context.askRoute({ route, path, parameters }, store, configOf(words, context)),
  )
  const reply = body as Reply
  if (status === 202 && reply.request !== undefined) throw waiting(reply.request.id)
  // The status of an answer about an object tells how that is.
  if (status < 400 || reply.id !== undefined) return body as Answer
  throw faultOf(reply, status, namesOf(asked))
}

interface Reply {
  readonly id?: string
  readonly request?: { readonly id: string }
  readonly result: {
    readonly code: string
    readonly description: string
    readonly parameterErrors?: readonly { readonly name: string; readonly message: string }[]
  }
}

function waiting(id: string): CommandFault {
  return new CommandFault(
    1,
    `waits for a second person: decide about the request ${id} in the back office`,
  )
}

function faultOf(
  { result }: Reply,
  status: number,
  names: Readonly<Record<string, string>>,
): CommandFault {
  const optionOf = new Map(Object.entries(names).map(([option, name]) => [name, option]))
  const { code, description, parameterErrors = [] } = result
  const faults = parameterErrors.map(
    ({ name, message }) => `--${optionOf.get(name) ?? name} ${message}`,
  )
  const isUsage = parameterErrors.some(({ name }) => optionOf.has(name))
  const message = faults.join('; ') || description || descriptionOf(code)
  return new CommandFault(isUsage ? 2 : 1, message, { status })
}

function sentOptions(asked: AskedByWords, words: Words): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(namesOf(asked)).flatMap(([option, name]) => {
      const value = textOption(words, option)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The parameter of each option. */
function namesOf({ entity, options = {} }: AskedByWords): Readonly<Record<string, string>> {
  const named = Object.entries(options).map(([option, of]) => [
    option,
    typeof of === 'string' ? of : of[0],
  ])
  return { ...(entity ? { entity: 'entityId' } : {}), ...Object.fromEntries(named) }
}

/** Options that must be there: what the route requires, too. */
function neededOf(asked: AskedByWords): readonly string[] {
  const required: readonly string[] = planFor(asked.route).required
  const { entity = false, needed = [], optional = [] } = asked
  const isNeeded = ([option, name]: readonly [string, string]) =>
    needed.includes(option) ||
    (entity && name === 'entityId') ||
    (required.includes(name) && !optional.includes(option))
  return Object.entries(namesOf(asked)).flatMap((each) => (isNeeded(each) ? [each[0]] : []))
}

function planFor({ operation }: Route<never>) {
  if (operation === undefined) throw new Error('A command asks routes that take parameters')
  return planOf(operation, 'strict')
}

function pathOf({ path }: Route<never>, { operands }: Words): string {
  let at = 0
  return path.replaceAll(/\{\w+\}/g, () => {
    at += 1
    return encodeURIComponent(operands[at - 1] ?? '')
  })
}

function usageOf(described: RouteCommand<never>): string {
  const needed = neededOf(described)
  const valued = Object.keys(namesOf(described)).map((option) => {
    const shown = `--${option} ${option.toUpperCase()}`
    return needed.includes(option) ? shown : `[${shown}]`
  })
  const flags = Object.keys(described.flags ?? {}).map((flag) => `[--${flag}]`)
  return [...(described.operands ?? []), ...valued, ...flags, '[--database ADDRESS]'].join(' ')
}

function helpOf(described: RouteCommand<never>): readonly string[] {
  const { rows, parameters } = planFor(described.route)
  const ofEntity = described.entity ? optionHelp('--entity ID', 'An entity of any level.') : []
  const ofOptions = Object.entries(described.options ?? {}).flatMap(([option, of]) => {
    const [name, said] = typeof of === 'string' ? [of, undefined] : of
    const row = rows.plain.get(name)?.entry.row
    if (row === undefined) throw new Error(`${described.name}: the route takes no ${name}`)
    const type = parameters.types?.[name as keyof typeof parameters.types] ?? row.type
    return valueHelp(option, { meaning: said ?? row.meaning ?? '', type })
  })
  const ofFlags = Object.entries(described.flags ?? {}).flatMap(([flag, meaning]) =>
    optionHelp(`--${flag}`, meaning),
  )
  return [...ofEntity, ...ofOptions, ...ofFlags]
}

/** What every answer has beside its members. */
const META: ReadonlySet<string> = new Set(['result', 'buildNumber', 'timestamp', 'ndc'])

/** The members of an answer, a line each; `width`: of their names. */
export function memberLines(
  answer: object,
  width: number,
  leftOut: readonly string[] = [],
): readonly string[] {
  return Object.entries(answer)
    .filter(([name]) => !META.has(name) && !leftOut.includes(name))
    .map(([name, value]) => `${name.padEnd(width)} ${value}`)
}
