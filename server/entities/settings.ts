import { cardBrands } from '../../common/brands.ts'
import type { EntityRow } from '../store/port.ts'

/** How strictly requests of an entity are read (decisions §1). */
export type Profile = 'strict' | 'legacy'

/** A channel for payments of some currencies, of some brands, or of some of both. */
export interface DispatchingRule {
  readonly channelId: string
  /** ISO 4217; absent: any. */
  readonly currencies?: readonly string[]
  /** Absent: any, also one that is not known yet. */
  readonly brands?: readonly string[]
}

/** How a request that names a merchant finds its channel (decisions §1). */
export interface ChannelDispatching {
  /** In order: the first one that fits is taken. */
  readonly rules: readonly DispatchingRule[]
  /** Where none fits. */
  readonly defaultChannelId?: string
}

/** What is configured at an entity. A channel inherits what it does not set itself. */
export interface EntitySettings {
  readonly profile: Profile
  /** Card brands that the channel takes. */
  readonly brands: readonly string[]
  /** Of a merchant; absent: its requests must name a channel. */
  readonly dispatching?: ChannelDispatching
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
