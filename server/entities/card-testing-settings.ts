import type { EntitySettings } from './settings.ts'

/** How often the shoppers of an entity's checkouts may fail to pay, against card testing (docs/risk.md). */
export type CardTestingSettings = Required<NonNullable<EntitySettings['cardTesting']>>

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
