import { cardBrands } from '../../common/brands.ts'
import type { EntityRow } from '../store/port.ts'

/** How strictly requests of an entity are read (decisions §1). */
export type Profile = 'strict' | 'legacy'

/** What is configured at an entity. A channel inherits what it does not set itself. */
export interface EntitySettings {
  readonly profile: Profile
  /** Card brands that the channel takes. */
  readonly brands: readonly string[]
}

const defaults: EntitySettings = {
  profile: 'strict',
  brands: cardBrands.map((brand) => brand.name),
}

/** The settings in force for an entity: its own over its parents', itself first in `path`. */
export function settingsOf(path: readonly EntityRow[]): EntitySettings {
  let inForce = defaults
  for (const { settings } of [...path].reverse()) {
    if (settings !== '{}')
      inForce = { ...inForce, ...(JSON.parse(settings) as Partial<EntitySettings>) }
  }
  return inForce
}
