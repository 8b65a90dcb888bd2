import { cardBrand } from '../../common/brands.ts'

interface FormKind {
  readonly takes: (brand: string) => boolean
}

/** The kinds of forms, and the brands that each takes. All brands of a kind share one form. */
const formKinds = {
  card: { takes: (brand) => cardBrand(brand) !== undefined },
} satisfies Record<string, FormKind>

export type FormKindName = keyof typeof formKinds

/** One form that a placeholder asks for. */
export interface FormRequest {
  readonly kind: FormKindName
  /** Brands by name, in the order of the placeholder; none: those of the channel. */
  readonly brands: readonly string[]
}

/** How old pages write a brand. */
const aliases: Readonly<Record<string, string>> = { MASTERCARD: 'MASTER' }

/**
 * The forms that a placeholder asks for by `data-brands` or, as old pages write it, by its text.
 * Without any brand it asks for the card form. Words that no form takes are ignored.
 */
export function requestedForms(text: string): readonly FormRequest[] {
  const words = text.split(/[\s,]+/).filter(Boolean)
  if (words.length === 0) return [{ kind: 'card', brands: [] }]
  const names = words.map((word) => aliases[word.toUpperCase()] ?? word.toUpperCase())
  const brands = [...new Set(names)].filter(formKinds.card.takes)
  return brands.length === 0 ? [] : [{ kind: 'card', brands }]
}
