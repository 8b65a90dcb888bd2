import type { ParameterName } from '../../wire/parameters/tables.ts'
import { ParameterValues } from '../../wire/parameters/values.ts'

/**
 * What a shopper sent together with what the merchant holds: as it would be paid. Where the submit was
 * refused it is for finding further faults: `has` is true also of what was sent wrongly.
 */
export class SubmittedBeside extends ParameterValues {
  readonly #submitted: ParameterValues

  constructor(submitted: ParameterValues, held: ParameterValues) {
    super(new Map([...submitted.entries(), ...held.entries()]), [], 'live')
    this.#submitted = submitted
  }

  override has(name: ParameterName): boolean {
    return this.#submitted.has(name) || super.has(name)
  }
}
