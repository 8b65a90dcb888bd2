import { hash } from 'node:crypto'
import { parseAmount } from '../../../common/money.ts'
import type { UsableEntity } from '../../entities/access.ts'
import type { BrandCondition, BrandRule } from '../../entities/brand-rules.ts'
import type { ParameterValues } from '../../parameters/values.ts'
import type { Trace } from '../../results/trace.ts'
import type { CheckoutRow } from '../../store/port.ts'
import { offersOf } from './offered-registrations.ts'
import { requestOf } from './stored-request.ts'

/** A checkout, as far as rules of brands look at it. */
interface Asked {
  readonly id: string
  /** The merchant's parameters, without secret ones. */
  readonly preset: ParameterValues
}

/**
 * The channel with the brands that the shopper of a checkout is offered: those that no rule of the channel
 * hides. What the shopper is not offered is refused like a brand that the channel does not take.
 */
export function offeringChannel(
  channel: UsableEntity,
  checkout: Pick<CheckoutRow, 'id' | 'request'>,
  trace?: Trace,
): UsableEntity {
  const { brands, brandRules } = channel.settings
  if (brandRules === undefined) return channel
  const asked = { id: checkout.id, preset: requestOf(checkout) }
  const offered = offeredBrands(brands, brandRules, asked, trace)
  return { ...channel, settings: { ...channel.settings, brands: offered } }
}

/** The brands that are left by the rules that apply to a checkout. */
export function offeredBrands(
  brands: readonly string[],
  rules: readonly BrandRule[],
  asked: Asked,
  trace?: Trace,
): readonly string[] {
  let offered = brands
  for (const rule of rules) {
    const isIn = applies(rule, asked)
    const left = isIn ? offered.filter((name) => !isHidden(name, rule)) : offered
    trace?.note('brands', said(rule, isIn, offered, left))
    offered = left
  }
  trace?.note('brands', `The shopper is offered ${offered.join(', ') || 'no brand at all'}`)
  return offered
}

function said(
  { name }: BrandRule,
  isIn: boolean,
  before: readonly string[],
  left: readonly string[],
): string {
  const rule = `The rule ${JSON.stringify(name)}`
  if (!isIn) return `${rule} does not apply to this checkout`
  const hidden = before.filter((brand) => !left.includes(brand))
  return hidden.length === 0
    ? `${rule} applies, and hides nothing more`
    : `${rule} applies, and hides ${hidden.join(', ')}`
}

function isHidden(brand: string, rule: BrandRule): boolean {
  return 'hide' in rule ? rule.hide.includes(brand) : !rule.offerOnly.includes(brand)
}

function applies({ when, unless }: BrandRule, asked: Asked): boolean {
  return (when === undefined || holds(when, asked)) && !(unless && holds(unless, asked))
}

function holds(condition: BrandCondition, { id, preset }: Asked): boolean {
  const { countries, registrations, parameter, group } = condition
  const country = preset.get('billing.country') ?? preset.get('shipping.country')
  const value = parameter && preset.sent(parameter.name)
  return (
    isMoneyOf(condition, preset) &&
    (countries === undefined || (country !== undefined && countries.includes(country))) &&
    (registrations === undefined || registrations === offersOf(preset.entries()).length > 0) &&
    (parameter === undefined || (value !== undefined && parameter.is.includes(value))) &&
    (group === undefined || isInGroup(group, preset.get('customer.merchantCustomerId') ?? id))
  )
}

/** A checkout that only stores payment details has no amount: no condition of money is true of it. */
function isMoneyOf(
  { currency, atLeast, atMost }: BrandCondition,
  preset: ParameterValues,
): boolean {
  if (currency === undefined) return true
  const amount = preset.get('amount')
  if (amount === undefined || preset.get('currency') !== currency) return false
  const minor = minorOf(amount, currency)
  return (
    (atLeast === undefined || minor >= minorOf(atLeast, currency)) &&
    (atMost === undefined || minor <= minorOf(atMost, currency))
  )
}

/** NaN, which is in no range, of a stored currency that no list has any more (R-OLD-1). */
function minorOf(amount: string, currency: string): number {
  const money = parseAmount(amount, currency)
  return typeof money === 'object' ? money.minor : Number.NaN
}

/** Evenly spread and the same each time, with no list of who is in the group. */
function isInGroup({ name, percent }: { name: string; percent: number }, who: string): boolean {
  return Number.parseInt(hash('sha256', `${name} ${who}`).slice(0, 8), 16) % 100 < percent
}
