import { brandLabels } from '../../common/brand-labels.ts'

/** One form that a placeholder asks for. */
export interface FormRequest {
  /**
   * Cards share one form, every other brand has a form of its own (reference behaviour §3.2). Which kind
   * that is, or that there is none, only fetched code knows: its table of brands is not part of the script.
   * No placeholder asks for `registration`: the widget adds it where the checkout offers stored cards.
   */
  readonly kind: 'card' | 'other' | 'registration'
  /** Brands by name, in the order of the placeholder; none: card brands of the channel. */
  readonly brands: readonly string[]
}

/** How old pages write a brand. */
const aliases: Readonly<Record<string, string>> = { MASTERCARD: 'MASTER' }

/**
 * The forms that a placeholder asks for by `data-brands` or, as old pages write it, by its text.
 * Without any brand it asks for the card form. A text with other signs is perhaps a template that the
 * page fills in later: only the cards in it count.
 */
export function requestedForms(text: string): readonly FormRequest[] {
  const words = text.split(/[\s,]+/).filter(Boolean)
  if (words.length === 0) return [{ kind: 'card', brands: [] }]
  const isFilledIn = words.every((word) => /^\w+$/.test(word))
  const names = words.map((word) => aliases[word.toUpperCase()] ?? word.toUpperCase())
  const forms = new Map<string, { kind: 'card' | 'other'; brands: string[] }>()
  for (const brand of new Set(names)) {
    const kind = Object.hasOwn(brandLabels, brand) ? 'card' : 'other'
    if (kind === 'other' && !isFilledIn) continue
    const key = kind === 'card' ? kind : brand
    const { brands } = forms.get(key) ?? { brands: [] }
    forms.set(key, { kind, brands: [...brands, brand] })
  }
  return [...forms.values()]
}
