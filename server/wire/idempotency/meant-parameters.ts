import type { FlatBody } from '../parameters/flat-body.ts'
import type { ParameterTable } from '../parameters/table.ts'
import { tables } from '../parameters/tables.ts'

type MeantParameter = readonly [name: string, value: string]

/**
 * Parameters as what they mean, in one order whatever order they were sent in: amounts `10` and
 * `10.00` are equal, as a number of JSON or as text (decisions §1). Blanks and empty values are gone
 * since the body was read.
 */
export function meantParameters(parameters: FlatBody): readonly MeantParameter[] {
  return parameters.map(meant).sort(byNameAndValue)
}

function meant([name, value]: FlatBody[number]): MeantParameter {
  const parts = AMOUNT.exec(value)
  if (parts === null || !amountNames.has(name.replaceAll(INDEX, '[n]'))) return [name, value]
  const [, units = '', fraction = ''] = parts
  return [name, `${units}.${fraction.padEnd(2, '0')}`]
}

const AMOUNT = /^0*([0-9]{1,13})(?:\.([0-9]{1,2}))?$/
const INDEX = /\[[0-9]+\]/g

const amountNames: ReadonlySet<string> = new Set(
  Object.values(tables).flatMap(({ rows }: ParameterTable) =>
    Object.entries(rows).flatMap(([name, { type }]) => (type.kind === 'amount' ? [name] : [])),
  ),
)

function byNameAndValue(one: MeantParameter, other: MeantParameter): number {
  return compare(one[0], other[0]) || compare(one[1], other[1])
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
