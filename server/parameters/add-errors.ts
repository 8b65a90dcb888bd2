import type { ParameterError } from '../results/refusal.ts'
import { MAX_ERRORS } from './limits.ts'
import type { ParameterName } from './tables.ts'
import type { ParameterValues } from './values.ts'

/**
 * Adds errors that were found later to the errors of a request. Each name keeps its first error, and a
 * name that was sent, also wrongly, is not reported as missing. `values`: what was sent.
 */
export function addErrors(
  errors: readonly ParameterError[],
  more: readonly ParameterError[],
  values: ParameterValues,
): readonly ParameterError[] {
  if (errors.length >= MAX_ERRORS) return errors
  const known = new Set(errors.map(({ name }) => name))
  const added: ParameterError[] = []
  for (const error of more) {
    const saysMissing = error.value === ''
    if (known.has(error.name) || (saysMissing && values.has(error.name as ParameterName))) continue
    known.add(error.name)
    added.push(error)
  }
  return [...errors, ...added]
}
