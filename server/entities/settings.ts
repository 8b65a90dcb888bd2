import { cardBrand } from '../../common/brands.ts'
import { brandNames } from '../../common/payment-brands.ts'
import type { EntityRow } from '../store/port.ts'
import type { BrandRule } from './brand-rules.ts'
import type { CardTestingSettings } from './card-testing-settings.ts'
import type { RiskSettings } from './risk-settings.ts'

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
  /** The first rule that fits is used. */
  readonly rules: readonly DispatchingRule[]
  /** Used where no rule fits. */
  readonly defaultChannelId?: string
}

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
export interface EntitySettings {
  readonly profile: Profile
  /** Payment brands that the channel takes. */
  readonly brands: readonly string[]
  /** Of a merchant; absent: its requests must name a channel. */
  readonly dispatching?: ChannelDispatching
  /** Absent: payments are not checked. */
  readonly risk?: RiskSettings
  /** Limits of failed tries; what is absent has the default of the environment. */
  readonly cardTesting?: Partial<CardTestingSettings>
  readonly throttling?: EntityThrottling
  readonly registrations?: RegistrationSettings
  readonly checkouts?: CheckoutSettings
  /** Which brands the shoppers of some checkouts are not offered. Absent: all see those of the channel. */
  readonly brandRules?: readonly BrandRule[]
  readonly threeDSecure?: ThreeDSecureSettings
  readonly directDebit?: DirectDebitSettings
  readonly giftCards?: GiftCardSettings
  readonly holds?: HoldSettings
  /**
   * Amounts by currency (ISO 4217), such as {"EUR": "500.00"}: what people of the back office ask to be moved
   * above it needs a second person. A currency that is absent has no limit. Of an entity and those above it the
   * lowest limit counts.
   */
  readonly secondPersonAbove?: Limits
  /** Limits that were raised or taken away, and still count. */
  readonly earlierLimits?: readonly EarlierLimit[]
  /**
   * How many days after its last booking a payment keeps its card or account number, sealed. 180 by
   * default.
   */
  readonly numberRetentionDays?: number
  /** Whether the merchant's references may look like card numbers. Absent: not in `strict`. */
  readonly cardLikeReferences?: boolean
  /** How far the entity's own clock is ahead, in milliseconds; test environment only (decisions §12). */
  readonly clockOffsetMs?: number
}

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

/** What an entity may say about its checkouts. */
export interface CheckoutSettings {
  /**
   * How long after its 30 minutes the status of a checkout in which something was tried may still be
   * read, in hours (decisions §6). Absent: not at all.
   */
  readonly statusHoursAfterExpiry?: number
  /**
   * Origins, such as `https://shop.example`, that a shopper's submit may name to come back to where
   * the merchant's server has named no address. Absent: any web page.
   */
  readonly returnOrigins?: readonly string[]
  /**
   * Only addresses below this one are called when nobody reads the status of a checkout. It ends in `/`, so
   * that no other host begins with it.
   */
  readonly resultCallBase?: string
  /** Origins of the pages that may show the secured fields of a checkout. Absent: any web page. */
  readonly pageOrigins?: readonly string[]
  /** Origins from which the secured fields may load the page's own font. Absent: none. */
  readonly fontOrigins?: readonly string[]
  /** Whether all its card forms ask for the brands of a number as with the page's option of this name. Absent: those of pages that have it. */
  readonly brandDetectionType?: 'binlist'
}

/** Whom a SEPA mandate names (EPC rulebook, AT-02 and AT-03). */
export interface DirectDebitSettings {
  /** Absent: the name of the merchant's entity. */
  readonly creditorName?: string
  readonly creditorId?: string
}

/** What an entity may say about gift cards. */
export interface GiftCardSettings {
  /**
   * Whether the shoppers of its checkouts may pay a part with gift cards and the rest in another way.
   * Absent: a gift card pays all or nothing.
   */
  readonly partPayment?: boolean
}

/** What an entity may say about preauthorisations (PA). */
export interface HoldSettings {
  /**
   * How many days a hold of each brand can be captured. A brand that is absent has the time of its card
   * scheme.
   */
  readonly days?: Readonly<Record<string, number>>
  /** Whether what is open of an expired hold is released by a reversal (RV). Absent: it is not. */
  readonly releaseExpired?: boolean
}

/** What an entity may say about the payment details that it stores. */
export interface RegistrationSettings {
  /** The same number again is the registration that is there: its id is answered, its expiry and holder renewed. */
  readonly deduplicate?: boolean
  /**
   * Whether shoppers may delete, in the widget, what their checkout offers for one click. Absent: they may
   * not.
   */
  readonly shopperMayDelete?: boolean
  /**
   * Whether a checkout takes a stored card only with its security code, whatever the page asks for.
   * Absent: the page decides.
   */
  readonly requireCvv?: boolean
  /**
   * Whether only the merchant's server decides what a checkout stores: what pages and shoppers ask for is left
   * out. Absent: they may ask where the checkout says nothing of it.
   */
  readonly onlyServerStores?: boolean
  /**
   * How long payment details are kept, in months: after the expiry of a card, after the last use of
   * what does not expire. 14 by default.
   */
  readonly lifeMonthsAfterExpiry?: number
}

/** What an entity asks for beside the limits of the process. */
export interface EntityThrottling {
  /** How often the status of one checkout may be read within a minute; absent: as often as the process allows. */
  readonly statusReadsPerMinute?: number
}

/** Which cards must authenticate: none, those that are enrolled, or all (decisions §8). */
export type AuthenticationPolicy = 'never' | 'whenEnrolled' | 'always'

/** The card networks by the names that `threeDSecure.v2.<scheme>` has. */
export const AUTHENTICATION_SCHEMES = [
  'visa',
  'mastercard',
  'amex',
  'diners',
  'jcb',
  'cartebancaire',
] as const

export type AuthenticationScheme = (typeof AUTHENTICATION_SCHEMES)[number]

/** What an entity may say about 3-D Secure. */
export interface ThreeDSecureSettings {
  /** Absent: `whenEnrolled`. */
  readonly policy?: AuthenticationPolicy
  /** What becomes of a payment whose authentication cannot be had. Absent: `fail`. */
  readonly onUnavailable?: 'fail' | 'charge'
  /** Whether a soft decline (300.100.100) is repeated with authentication. Absent: yes. */
  readonly repeatSoftDeclines?: boolean
  /**
   * Whether the first payment of a series (INITIAL) asks for a challenge, where the law of the merchant's
   * country wants that. Absent: yes.
   */
  readonly challengeFirstOfSeries?: boolean
  /** Whether an enrolled card that is stored without a payment is authenticated. Absent: no. */
  readonly registrations?: boolean
  /** The acquirer's number in the card networks, 6 to 11 digits. */
  readonly acquirerBin?: string
  readonly acquirerMerchantId?: string
  /** ISO 18245, four digits. */
  readonly merchantCategoryCode?: string
  /** ISO 3166-1 alpha-2. */
  readonly merchantCountry?: string
  /** As the issuer shows it to the shopper; absent: the name of the merchant's entity. */
  readonly merchantName?: string
  /** Address of the merchant's website. */
  readonly requestorUrl?: string
  /** The merchant in the directory of each card network. */
  readonly requestors?: Partial<
    Record<AuthenticationScheme, { readonly id: string; readonly name: string }>
  >
  /** How long the cardholder has for a decoupled authentication, 1 to 10,080 minutes. Absent: an hour. */
  readonly decoupledMinutes?: number
}
