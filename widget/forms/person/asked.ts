import type { WidgetSession } from '../../../common/widget-wire.ts'
import { isOn } from '../../options/flag.ts'
import type { PageOptions } from '../../options/page-options.ts'

/** What the page asks of the shopper besides the card. */
export interface Asked {
  /** Values to begin with, where the page asks for the billing address. */
  readonly address?: Readonly<Record<string, string>>
  /** Fields of the address that must be filled in; absent: those that addresses of the country need. */
  readonly mandatory?: Readonly<Record<string, boolean>>
  /** Given name and surname, in place of the card holder. */
  readonly name: boolean
  readonly birthDate: boolean
  readonly taxNumber: boolean
  /** Whether the card is to be stored. */
  readonly saveCard: boolean
}

/**
 * Reads what the page asks for. What the merchant's server has set at the checkout (`known`) is not asked
 * again: it counts, whatever the shopper would type.
 */
export function readAsked(
  options: PageOptions,
  { known = [] }: Partial<WidgetSession> = {},
): Asked {
  const birthDate = isOn(options.showBirthDate) && !known.includes('customer.birthDate')
  const taxNumber =
    isOn(options.showTaxNumberField) && !known.includes('customer.identificationDocId')
  const isNameKnown = known.includes('customer.givenName') && known.includes('customer.surname')
  const address = mapOf(options.billingAddress, textOf)
  const mandatory = mapOf(options.mandatoryBillingFields, isOn)
  return {
    ...(address && { address }),
    ...(mandatory && { mandatory }),
    // The gateway takes nothing about a person without a name (interface document, Customer).
    name:
      isOn(options.forceCardHolderEqualsBillingName) || ((birthDate || taxNumber) && !isNameKnown),
    birthDate,
    taxNumber,
    saveCard: isOn(options.showSaveCard) && !known.includes('createRegistration'),
  }
}

function mapOf<Value>(
  given: unknown,
  read: (value: unknown) => Value,
): Readonly<Record<string, Value>> | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, read(value)]))
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
