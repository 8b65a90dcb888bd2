import type { Operation } from '../../server/parameters/operations.ts'
import { isEchoed } from '../../server/parameters/table.ts'
import { tables } from '../../server/parameters/tables.ts'
import { described, text } from './answer-parts.ts'
import type { Components } from './components.ts'
import type { JsonSchema } from './json-schema.ts'
import { parameterTree } from './parameter-tree.ts'
import { takenParameters } from './taken-parameters.ts'

/** What answers of one kind give back of requests, and add to the same structures. */
export interface Shown {
  readonly operations: readonly Operation[]
  readonly added: readonly NamedSchema[]
  /** Before the name of a structure. */
  readonly prefix: string
}

type NamedSchema = readonly [name: string, schema: JsonSchema]

const MASKED = described('Masked.')

/** What answers say of accounts, whose numbers are secrets of the request. */
const accounts: readonly NamedSchema[] = [
  ['bankAccount.number', MASKED],
  ['bankAccount.iban', MASKED],
]

/** Of the test environment. */
const warning: NamedSchema = [
  'warning',
  described(
    'In test: a card number was sent that may be real, or the cart does not make the amount.',
  ),
]

/** The answer of a payment. */
export const shownOfPayments: Shown = {
  operations: [
    'payments.create',
    'payments.reference',
    'payments.changeHold',
    'checkouts.create',
    'checkouts.submit',
    'registrations.pay',
    'risk.create',
  ],
  added: [
    ...accounts,
    warning,
    ['merchant.bankAccount.holder', described('The account that a prepayment is transferred to.')],
    ['merchant.bankAccount.number', described('IBAN for SEPA.')],
    ['merchant.bankAccount.bic', text],
    ['merchant.bankAccount.country', text],
    ['risk.score', described('From -99999 to 99999.', { pattern: '^[+-]?[0-9]{1,5}$' })],
    ...Object.keys(tables.pointOfSaleAnswer.rows).map((name): NamedSchema => [name, text]),
  ],
  prefix: 'Echoed',
}

/** The answer of a registration. */
export const shownOfRegistrations: Shown = {
  operations: ['registrations.create', 'checkouts.register'],
  added: [...accounts, warning],
  prefix: 'Stored',
}

/** The answer of a schedule. */
export const shownOfSchedules: Shown = {
  operations: ['schedules.create', 'schedules.change'],
  added: [],
  prefix: 'Scheduled',
}

/** Parameters that answers give back, as texts, and what they add to the same structures. */
export function membersOf(
  { operations, added, prefix }: Shown,
  components: Components,
): Readonly<Record<string, JsonSchema>> {
  const echoed = operations.flatMap(takenParameters).filter(({ row }) => isEchoed(row))
  const schemas = new Map([...echoed.map(({ name }): NamedSchema => [name, text]), ...added])
  const leaves = [...schemas].map(([name, schema]) => ({ name, schema, required: false }))
  const entries = [...parameterTree(leaves, false).members].map(([name, schema]) => {
    if (schema.type !== 'object') return [name, schema] as const
    const component = `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`
    return [name, components.name(component, '', schema)] as const
  })
  return Object.fromEntries(entries)
}
