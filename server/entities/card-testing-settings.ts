import { isJsonObject } from '../../common/json-object.ts'
import { type Faults, ifGiven, integerFaults, unknownMembers } from './settings-faults.ts'

/** How often the shoppers of an entity's checkouts may fail to pay, against card testing (docs/risk.md). */
export interface CardTestingSettings {
  /** Tries of one checkout in all. */
  readonly triesPerCheckout: number
  /** Payments from one address that were not approved, within an hour; `false`: any number. */
  readonly declinesPerAddressAndHour: number | false
  /** Payments with one card that were not approved, within a day; `false`: any number. */
  readonly declinesPerCardAndDay: number | false
}

const DEFAULTS: Readonly<Record<'test' | 'live', CardTestingSettings>> = {
  test: { triesPerCheckout: 30, declinesPerAddressAndHour: false, declinesPerCardAndDay: false },
  live: { triesPerCheckout: 10, declinesPerAddressAndHour: 30, declinesPerCardAndDay: 10 },
}

/** The limits in force where an entity has set some of them, or none. */
export function cardTestingLimits(
  own: Partial<CardTestingSettings> | undefined,
  environment: 'test' | 'live',
): CardTestingSettings {
  return own === undefined ? DEFAULTS[environment] : { ...DEFAULTS[environment], ...own }
}

const MAX_TRIES_PER_CHECKOUT = 30
const MAX_DECLINES = 100_000

export function cardTestingFaults(value: unknown): Faults {
  if (!isJsonObject(value)) return ['cardTesting must be an object']
  const switchable = ['declinesPerAddressAndHour', 'declinesPerCardAndDay']
  const { triesPerCheckout: tries } = value
  return [
    ...unknownMembers(value, 'cardTesting', ['triesPerCheckout', ...switchable]),
    ...ifGiven(tries, () =>
      integerFaults(tries, 'cardTesting.triesPerCheckout', [1, MAX_TRIES_PER_CHECKOUT]),
    ),
    ...switchable
      .filter((name) => value[name] !== undefined && value[name] !== false)
      .flatMap((name) => integerFaults(value[name], `cardTesting.${name}`, [1, MAX_DECLINES]))
      .map((fault) => `${fault}, or false`),
  ]
}
