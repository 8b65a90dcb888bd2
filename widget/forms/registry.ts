import { cardBrand } from '../../common/brands.ts'
import { invoiceBrands, slipBrands } from '../../common/button-brands.ts'

interface FormKind {
  readonly takes: (brand: string) => boolean
  /** Folder of its code, which is fetched when a page needs it; absent: part of the script. */
  readonly code?: FormCode
}

/** Code that is fetched. Each is a folder here, with an `entry.ts`. */
type FormCode = 'button'

/**
 * The kinds of forms, and the brands that each takes. Cards share one form; every other brand has a
 * form of its own (reference behaviour §3.2), whose classes begin with the kind.
 */
const formKinds = {
  card: { takes: (brand) => cardBrand(brand) !== undefined },
  prepayment: { takes: (brand) => brand in slipBrands, code: 'button' },
  virtualAccount: { takes: (brand) => brand in invoiceBrands, code: 'button' },
} as const satisfies Record<string, FormKind>

type FormKindName = keyof typeof formKinds

/** One form that a placeholder asks for. */
export interface FormRequest {
  readonly kind: FormKindName
  /** Brands by name, in the order of the placeholder; none: card brands of the channel. */
  readonly brands: readonly string[]
}

/** Where the code of a kind is, if it is fetched. */
export function codeOf(kind: FormKindName): FormCode | undefined {
  const found: FormKind = formKinds[kind]
  return found.code
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
  const forms = new Map<string, { kind: FormKindName; brands: string[] }>()
  for (const brand of new Set(names)) {
    const kind = (Object.keys(formKinds) as FormKindName[]).find((name) =>
      formKinds[name].takes(brand),
    )
    if (kind === undefined) continue
    const key = kind === 'card' ? kind : brand
    const { brands } = forms.get(key) ?? { brands: [] }
    forms.set(key, { kind, brands: [...brands, brand] })
  }
  return [...forms.values()]
}
