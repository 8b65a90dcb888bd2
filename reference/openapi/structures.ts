import type { Operation } from '../../server/parameters/operations.ts'
import {
  type ParameterRow,
  type ParameterTable,
  passedOnRows,
} from '../../server/parameters/table.ts'
import { tables } from '../../server/parameters/tables.ts'
import { valueWords } from '../../server/parameters/value-words.ts'
import type { DocumentedRoute } from './documented-routes.ts'
import { meaningOf } from './meanings.ts'
import { ruleNames, ruleWords } from './rule-words.ts'
import { type TakenParameter, takenParameters } from './taken-parameters.ts'

/**
 * A structure of the interface with the parameters that the gateway accepts, as text for people.
 */
export interface Structure {
  readonly id: string
  readonly title: string
  /** What of it the gateway itself does not act on, as a sentence. */
  readonly carried?: string
  readonly rules: readonly string[]
  readonly parameters: readonly StructureParameter[]
}

export interface StructureParameter {
  readonly name: string
  /** Its place on a page: the name, where no structure before has one of that name. */
  readonly anchor: string
  readonly meaning: string
  /** What it takes, and the labels of the operations that take that. */
  readonly formats: readonly { readonly words: string; readonly labels: readonly string[] }[]
  readonly takenBy: readonly string[]
  readonly requiredBy: readonly string[]
  readonly row: ParameterRow
}

/** Titles of tables whose source is less clear than their place. */
const titles: Readonly<Record<string, string>> = {
  access: 'Entity',
  shippingCustomer: 'Shipping: the customer',
  merchantBilling: 'Merchant: billing address',
  merchantShipping: 'Merchant: shipping address',
  namedWallets: 'Mobile wallets by their names',
  registrations: 'Stored payment details',
  giftCard: 'Gift card',
  giftCardRest: 'Gift cards as a part: the rest',
  pagesAround: 'Pages around a payment',
  shownMoney: 'What the shopper was shown',
  authentication: '3-D Secure: authentication',
  authenticationProof: '3-D Secure: proof of an external server',
  authenticationExemption: '3-D Secure: exemptions',
  authenticationSchemeData: '3-D Secure: French domestic scheme',
  webhook: 'Webhook',
  webhookSecret: 'Webhook: secret',
  webhookDelivery: 'Webhook: deliveries',
  manualDecision: 'Decision by hand',
  walletToken: 'Test environment: wallet tokens',
  testClock: 'Test environment: clock',
  disputeReport: 'Test environment: disputes',
  disputeAnswer: 'Dispute: answer',
  disputeDefence: 'Dispute: defence',
  disputeEntry: 'Dispute: entry by hand',
  disputeEvidence: 'Dispute: evidence',
  paging: 'Pages',
  listParts: 'Lists in parts',
}

interface Taking {
  readonly operation: Operation
  readonly label: string
  readonly taken: ReadonlyMap<string, TakenParameter>
}

/** Every structure of which a route takes something, in the order of the tables. */
export function structures(routes: readonly DocumentedRoute[]): readonly Structure[] {
  const takings = documentedTakings(routes)
  const anchors = new Set<string>()
  const anchorOf = (id: string, name: string) => (anchors.has(name) ? `${id}-${name}` : name)
  const ofRoutes = takings.flatMap(describedTable)
  return [...Object.entries<ParameterTable>(tables), ...ofRoutes].flatMap(([id, table]) => {
    const parameters = Object.entries(table.rows).flatMap(([name, row]) =>
      parameterOf(name, row, takings).map((parameter) => {
        const anchor = anchorOf(id, name)
        anchors.add(anchor)
        return { ...parameter, anchor }
      }),
    )
    if (parameters.length === 0) return []
    const title = titles[id] ?? table.title ?? table.source.replace(/^interface document, /, '')
    const carried = carriedWords(table, parameters)
    const rules = rulesOf(table, parameters)
    return [{ id, title, ...(carried === undefined ? {} : { carried }), rules, parameters }]
  })
}

/** What a route describes itself is a structure of its own. */
function describedTable({ operation, label }: Taking): [id: string, table: ParameterTable][] {
  if (typeof operation === 'string') return []
  const own = operation.parameters.tables.filter((table) => table !== tables.access)
  return own.map((table) => [operation.name.replace('.', '-'), { ...table, title: label }])
}

/** Of each documented operation once. */
function documentedTakings(routes: readonly DocumentedRoute[]): readonly Taking[] {
  const labels = new Map<Operation, string>()
  for (const { operation, label, alternative } of routes) {
    if (operation !== undefined && label !== undefined) labels.set(operation, label)
    if (alternative !== undefined) labels.set(alternative.operation, alternative.label)
  }
  return [...labels].map(([operation, label]) => {
    const taken = takenParameters(operation).map(
      (parameter) => [parameter.name, parameter] as const,
    )
    return { operation, label, taken: new Map(taken) }
  })
}

function parameterOf(
  name: string,
  row: ParameterRow,
  takings: readonly Taking[],
): Omit<StructureParameter, 'anchor'>[] {
  const taking = takings.flatMap(({ label, taken }) => {
    const parameter = taken.get(name)
    // Where tables share a name, an operation takes the row of one of them.
    return parameter?.row === row ? [{ label, parameter }] : []
  })
  if (taking.length === 0) return []
  const formats = new Map<string, string[]>()
  for (const { label, parameter } of taking) {
    const words = valueWords(parameter.type)
    formats.set(words, [...(formats.get(words) ?? []), label])
  }
  return [
    {
      name,
      meaning: meaningOf(name),
      formats: [...formats].map(([words, labels]) => ({ words, labels })),
      takenBy: taking.map(({ label }) => label),
      requiredBy: taking.filter(({ parameter }) => parameter.required).map(({ label }) => label),
      row,
    },
  ]
}

const CARRIED = 'only passed on, reported or given back'

/** Says which parameters of a structure have no effect, so that merchants do not expect one. */
function carriedWords(
  table: ParameterTable,
  parameters: readonly StructureParameter[],
): string | undefined {
  const names = new Set(passedOnRows(table))
  const carried = parameters.filter(({ name }) => names.has(name))
  const actedOn = parameters.filter(({ name }) => !names.has(name))
  if (carried.length === 0) return undefined
  if (actedOn.length === 0) return `The gateway itself acts on none of it: it is ${CARRIED}.`
  return actedOn.length < carried.length
    ? `Of these the gateway itself acts on ${coded(actedOn)}; the others are ${CARRIED}.`
    : `These are ${CARRIED}: ${coded(carried)}.`
}

function coded(parameters: readonly StructureParameter[]): string {
  return parameters.map(({ name }) => `\`${name}\``).join(', ')
}

function rulesOf(
  table: ParameterTable,
  parameters: readonly StructureParameter[],
): readonly string[] {
  const names = new Set(parameters.map(({ name }) => name))
  return table.rules
    .filter((rule) => ruleNames(rule).every((name) => names.has(name)))
    .map((rule) => ruleWords(rule, ''))
}
