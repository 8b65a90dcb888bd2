import { adyenFormat } from './adyen.ts'
import type { SettlementFormat } from './format.ts'
import { stripeFormat } from './stripe.ts'
import { tillgateFormat } from './tillgate.ts'

/** Every format that can be imported. */
export const FORMATS: readonly SettlementFormat[] = [tillgateFormat, adyenFormat, stripeFormat]

export const FORMAT_NAMES: readonly string[] = FORMATS.map(({ name }) => name)

export function formatNamed(name: string): SettlementFormat | undefined {
  return FORMATS.find((format) => format.name === name)
}
