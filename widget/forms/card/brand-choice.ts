import { narrowBrands, traitsOf } from '../../../common/brand-traits.ts'
import type { NumberState } from '../../../common/widget-wire.ts'

/** The brands to offer: what the form names, as far as the channel takes it. */
export function acceptedBrands(
  named: readonly string[],
  channel: readonly string[] | undefined,
): readonly string[] {
  if (channel === undefined) return named
  if (named.length === 0) return channel.filter((name) => traitsOf(name) !== undefined)
  const both = named.filter((name) => channel.includes(name))
  // Nothing in common is the shop's mistake: the gateway's refusal explains more than an empty form.
  return both.length === 0 ? named : both
}

/**
 * The accepted brands that a number fits, best first. The first six digits decide exactly; before the
 * frame reports them, and where it has asked the gateway, its list of all fitting brands of the channel
 * is narrowed.
 */
export function detectedBrands(
  { brands, fitting, isListed }: NumberState,
  accepted: readonly string[],
): readonly string[] {
  if (accepted.length === 0) return brands
  if (fitting !== undefined && !isListed) return narrowBrands(fitting, accepted)
  const found = brands.filter((name) => accepted.includes(name))
  if (found.length > 0) return found
  return accepted.filter((name) =>
    brands.some((other) => isPart(name, other) || isPart(other, name)),
  )
}

function isPart(part: string, whole: string): boolean {
  return traitsOf(part)?.partOf.includes(whole) ?? false
}

export interface BrandSituation {
  readonly accepted: readonly string[]
  /** Accepted brands that the digits fit, best first. */
  readonly detected: readonly string[]
  /** What the shopper, or a script of the page, picked; empty if nothing. */
  readonly picked: string
  /** Whether the digits can be paid as the picked brand, such as Visa Debit with a Visa number. */
  readonly pickFits: boolean
  /** Whether a selector shows the brand from the start. */
  readonly hasSelector: boolean
}

/**
 * The brand to pay as; empty while none is known. Digits overrule a picked brand that they cannot
 * be; between brands that both fit (co-badged cards, or a brand that is part of another) the pick counts.
 */
export function activeBrand(situation: BrandSituation): string {
  const { accepted, detected, picked, pickFits, hasSelector } = situation
  if (accepted.length === 1) return accepted[0] ?? ''
  const isPickAccepted = accepted.includes(picked)
  if (detected.length > 0) return isPickAccepted && pickFits ? picked : (detected[0] ?? '')
  if (isPickAccepted) return picked
  return hasSelector ? (accepted[0] ?? '') : ''
}

/** Lengths of the security code to expect; 0 among them: there are cards without one. */
export function codeLengthsOf(brand: string): readonly number[] {
  return traitsOf(brand)?.codeLengths ?? [3, 4]
}

/** Moves the names that the merchant prefers to the front (`brandDetectionPriority`). */
export function prioritised(
  names: readonly string[],
  priority: readonly string[],
): readonly string[] {
  const preferred = priority.filter((name) => names.includes(name))
  return [...new Set([...preferred, ...names])]
}
