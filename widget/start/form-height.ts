import { type LocaleCode, resolveLocale } from '../../common/locale-tags.ts'
import type { WidgetBoot } from '../../common/widget-wire.ts'
import { type FormRequest, requestedForms } from '../forms/registry.ts'
import { isOff } from '../options/flag.ts'
import { pageLanguage, pageOptions } from '../options/page-options.ts'
import { brandsOf } from './take-placeholders.ts'

/** A label, a control and the spaces below it and its group, as in `themes.css`: the test compares. */
export const LABEL = 20
export const CONTROL = 48
export const BELOW = { label: 6, group: 20 }
export const BUTTON = 52
/** Border and padding of the form, above and below; its width from which on expiry, holder and code share a row. */
export const AROUND = { card: 50, logos: 50, narrow: 34 }
export const WIDE = 400

/** The width from which on the holder shares their row: its label and theirs are longer in some languages. */
export function wideIn(language: LocaleCode = 'en'): number {
  if (/es|pl|ru/.test(language)) return 440
  return /de|it|nl|pt|ro|tr/.test(language) ? 428 : WIDE
}
/** From which on expiry and code share one. */
export const PAIRED = 240

/** The height of a row of the list of ways to pay, in pixels. */
export const ROW = 44

/** Padding of a listed form above and below; and at its sides, but for the style `plain`. */
export const LISTED = { above: 4, below: 20, side: 16 }

/** Wallets that the device may have; in live Apple Pay where the browser itself has it. */
function expressBrands(isLive: boolean | undefined): RegExp {
  if (!isLive) return /^(APPLE|GOOGLE|SAMSUNG)/
  return 'ApplePaySession' in window ? /^(APPLE|GOOGLE)/ : /^GOOGLE/
}

/** The forms that stand above the list of all; none where nothing else is left to pay with. */
export function expressForms<Form extends FormRequest>(
  forms: readonly Form[],
  { isLive }: Pick<WidgetBoot, 'isLive'>,
): readonly Form[] {
  const { express, style } = pageOptions()
  if (isOff(express) || style === 'none') return []
  const brands = expressBrands(isLive)
  const found = forms.filter(
    ({ kind, brands: [brand = ''] }) => kind === 'other' && brands.test(brand),
  )
  return found.length < forms.length ? found : []
}

/**
 * Buttons of wallets stand beside each other where there is room: 48 pixels, 8 between them, 44 for the
 * words below them, as in the look of the list.
 */
export function expressHeight(count: number, width: number): number {
  return count && 56 * (width < WIDE ? count : 1) + 36
}

/**
 * The height of the card form of a placeholder in pixels, by the sizes of our styles: what the page has
 * below it must not move when the form comes. 0 where the shop draws the form, or hides it at first.
 */
export function formHeight(place: HTMLFormElement, boot: WidgetBoot): number {
  const options = pageOptions()
  const { brandDetection, layout, registrations, showCardHolder, showLabels } = options
  const { style = 'card' } = options
  const isHidden = Object(registrations).hideInitialPaymentForms
  if (style === 'none' || style === 'logos' || (isHidden && !isOff(isHidden))) return 0
  // Text of the widget grows with that of the page's root, and does not shrink with it.
  const rootSize = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const scale = Math.max(1, rootSize / 16)
  const label = LABEL * scale + BELOW.label
  // The control itself is as high as two of its letters.
  const control = Math.max(CONTROL, 32 * scale) + BELOW.group
  const row = control + (isOff(showLabels) ? 0 : label)
  const brands = brandsOf(place)
    .split(/[\s,]+/)
    .filter(Boolean)
  const isDetected = brandDetection && !isOff(brandDetection)
  const forms = requestedForms(brandsOf(place))
  const isListed = layout !== 'stacked' && forms.length > 1
  const wallets = isListed ? expressForms(forms, boot).length : 0
  const rowCount = forms.length - wallets
  const hasRows = isListed && rowCount > 1
  const hasSelector = brands.length > 1 && !isDetected && !isListed
  const width = Math.min(place.parentElement?.clientWidth ?? 0, 480 * scale)
  const around = style === 'plain' ? 0 : innerWidth < WIDE ? AROUND.narrow : AROUND.card
  const sides = hasRows && style !== 'plain' ? 2 * LISTED.side + 2 : around
  const isBelow = (limit: number) => (width - sides < limit * scale ? 1 : 0)
  const wide = wideIn(resolveLocale(pageLanguage(place.lang)))
  const holder = isOff(showCardHolder) ? 0 : isBelow(wide)
  const rows = (hasSelector ? 3 : 2) + holder + isBelow(PAIRED)
  // Without labels the row of brands stands above the number.
  const marks = hasSelector || !isOff(showLabels) ? 0 : 20
  const fields = rows * row + marks + BUTTON
  const list = hasRows ? rowCount * ROW + LISTED.above + LISTED.below : around
  return fields + list + expressHeight(wallets, width)
}
