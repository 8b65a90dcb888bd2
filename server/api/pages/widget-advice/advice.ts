import { offeredBrand } from '../../../../common/form-kinds.ts'
import { nearBrands, paymentBrand } from '../../../../common/payment-brands.ts'
import { requestedForms } from '../../../../widget/forms/registry.ts'
import { knownOptions } from '../../../../widget/options/known-options.ts'
import { closestName } from '../../../wire/parameters/similar-names.ts'

/** What the widget has found on a page. */
export interface PageFindings {
  /** The words of all `data-brands`. */
  readonly brands: readonly string[]
  /** The names of all members of `wpwlOptions`. */
  readonly options: readonly string[]
  readonly hasForm: boolean
}

const optionNames = [...knownOptions.keys()]

/** What a developer should know about a page, one line for each mistake. */
export function adviceFor({ brands, options, hasForm }: PageFindings): string[] {
  const lines = [...new Set(brands)].flatMap(brandAdvice)
  lines.push(...[...new Set(options)].flatMap(optionAdvice))
  if (!hasForm) {
    lines.unshift('There is no <form class="paymentWidgets"> on this page: no card form is shown.')
  }
  return lines
}

function brandAdvice(word: string): string[] {
  const [form] = requestedForms(word)
  if (form?.kind === 'card' || offeredBrand(form?.brands[0] ?? '') !== undefined) return []
  if (paymentBrand(word) !== undefined) {
    return [`data-brands: ${word} is not offered in the widget yet.`]
  }
  return [`data-brands: ${word} is not a brand.${suggestion(nearBrands(word))}`]
}

function optionAdvice(name: string): string[] {
  const kind = knownOptions.get(name)
  if (kind === 'supported' || kind === 'refused') return []
  if (kind === 'later') return [`wpwlOptions.${name} is not supported yet and has no effect.`]
  const near = closestName(name, optionNames)
  return [`wpwlOptions.${name} is not an option.${suggestion(near === undefined ? [] : [near])}`]
}

function suggestion(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
}
