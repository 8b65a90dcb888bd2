import { cardBrand } from '../../common/brands.ts'
import { brandNames } from '../../common/payment-brands.ts'
import type { EntityRow } from '../store/port.ts'
import type { SettableSettings } from './setting-schema.ts'

/** Amounts by currency (ISO 4217). */
export type Limits = Readonly<Record<string, string>>

/** A limit of the second person that people have raised or taken away; it counts until then. */
export interface EarlierLimit {
  readonly currency: string
  readonly amount: string
  readonly untilMs: number
}

/** What is no setting that people change: it is kept beside them. */
export type KeptSetting = 'clockOffsetMs' | 'earlierLimits'

/** What is configured at an entity. A channel inherits what it does not set itself. */
export interface EntitySettings extends SettableSettings {
  /** Limits of the second person that were raised or taken away, and still count. */
  readonly earlierLimits?: readonly EarlierLimit[]
  /** How far the entity's own clock is ahead, in milliseconds; test environment only (decisions §12). */
  readonly clockOffsetMs?: number
}

/** How strictly requests of an entity are read (decisions §1). */
export type Profile = EntitySettings['profile']

type SettingOf<Name extends keyof EntitySettings> = NonNullable<EntitySettings[Name]>

/** How a request that names a merchant finds its channel (decisions §1): by the first rule that fits. */
export type ChannelDispatching = SettingOf<'dispatching'>
/** A channel for payments of some currencies, of some brands, or of some of both. */
export type DispatchingRule = ChannelDispatching['rules'][number]
/** An account, and which payments of a channel go through it. */
export type PaymentRoute = SettingOf<'routing'>[number]
export type CheckoutSettings = SettingOf<'checkouts'>
/** What an entity asks for beside the limits of the process. */
export type EntityThrottling = SettingOf<'throttling'>
export type ThreeDSecureSettings = SettingOf<'threeDSecure'>
export type { AuthenticationScheme } from './setting-schema.ts'

const defaults: EntitySettings = {
  profile: 'strict',
  brands: brandNames,
}

/** The brands whose cards the widget can tell by their numbers, as far as they are taken. */
export function cardBrandsOf({ brands }: EntitySettings): readonly string[] {
  return brands.filter((name) => cardBrand(name) !== undefined)
}

/** The settings in force for an entity: its own over its parents', itself first in `path`. */
export function settingsOf(path: readonly EntityRow[]): EntitySettings {
  let inForce = defaults
  for (const { settings } of [...path].reverse()) {
    if (settings === '{}') continue
    const own = JSON.parse(settings) as Partial<EntitySettings>
    inForce = { ...inForce, ...own, ...furtherClock(inForce, own), ...tighter(inForce, own) }
  }
  return inForce
}

/** An entity's clock is never behind its parent's: moving a clock moves all below it. */
function furtherClock(
  { clockOffsetMs: parentMs }: EntitySettings,
  { clockOffsetMs: ownMs }: Partial<EntitySettings>,
): Partial<EntitySettings> {
  if (parentMs === undefined || ownMs === undefined) return {}
  return { clockOffsetMs: Math.max(parentMs, ownMs) }
}

/** Who works with a lower entity may tighten the limit of those above, and not lift it. */
function tighter(
  { secondPersonAbove: above, earlierLimits: earlierAbove }: EntitySettings,
  { secondPersonAbove: own, earlierLimits: earlierOwn }: Partial<EntitySettings>,
): Partial<EntitySettings> {
  return {
    ...(above === undefined || own === undefined
      ? {}
      : { secondPersonAbove: lowestOf(above, own) }),
    ...(earlierAbove === undefined || earlierOwn === undefined
      ? {}
      : { earlierLimits: [...earlierAbove, ...earlierOwn] }),
  }
}

function lowestOf(above: Limits, own: Limits): Limits {
  const limits = Object.entries(above).map(([currency, amount]) => {
    const ownAmount = own[currency]
    const isLower = ownAmount !== undefined && Number(ownAmount) < Number(amount)
    return [currency, isLower ? ownAmount : amount] as const
  })
  return { ...own, ...Object.fromEntries(limits) }
}
