import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { paymentBrand } from '../../../../common/payment-brands.ts'
import { FieldError } from '../../parts/field.tsx'
import { brandName } from '../../texts/brands.ts'
import { t } from '../../texts/texts.ts'

/** Brands, each with a box to tick; a field above them narrows the list. */
export function BrandChoice(props: {
  readonly label: string
  readonly hint: string
  readonly error?: string | undefined
  readonly known: readonly string[]
  /** Names of the wire. */
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: readonly string[]) => void
  /** Further ways to tick several. */
  readonly children?: ComponentChildren
}) {
  const { label, hint, error, known, chosen, onChosen } = props
  const [sought, seek] = useState('')
  const hintId = useId()
  // What was ticked when the form opened is seen first; later ticks move nothing.
  const [before] = useState(chosen)
  const inOrder = [...before, ...known.filter((name) => !before.includes(name))]
  const shown = foundBrands(inOrder, chosen, sought)
  const turn = (name: string) =>
    onChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  return (
    <fieldset class="flex min-w-0 flex-col gap-1.5" aria-describedby={hintId}>
      <legend class="pb-1.5 text-label font-medium">{label}</legend>
      <div class="flex flex-wrap items-center gap-2">
        <input
          type="search"
          class="field-small min-w-40 flex-1"
          aria-label={t('brands.search')}
          placeholder={t('brands.search')}
          value={sought}
          onInput={(event) => seek(event.currentTarget.value)}
        />
        <span role="status" class="text-muted">
          {chosen.length === 0 ? t('brands.none') : t('brands.chosen', { count: chosen.length })}
        </span>
        {chosen.length > 0 && (
          <button type="button" class="button button-quiet" onClick={() => onChosen([])}>
            {t('brands.clear')}
          </button>
        )}
        {props.children}
      </div>
      <ul class="grid max-h-72 grid-cols-1 gap-x-4 overflow-y-auto rounded-field border border-edge p-2 md:grid-cols-2">
        {shown.map((name) => (
          <li key={name}>
            <label class="flex min-h-7 items-center gap-2" title={brandName(name)}>
              <input
                type="checkbox"
                class="size-4 flex-none accent-accent"
                checked={chosen.includes(name)}
                onChange={() => turn(name)}
              />
              <span class="min-w-0 truncate">{brandName(name)}</span>{' '}
              <code class="ms-auto truncate font-mono text-hint text-muted">{name}</code>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li class="px-1 text-muted">{t('brands.noneFound')}</li>}
      </ul>
      <span id={hintId} class="text-muted">
        {error === undefined ? hint : <FieldError text={error} />}
      </span>
    </fieldset>
  )
}

/** Brands that fit the text, those of single merchants by their whole names; what is chosen is never hidden. */
export function foundBrands(
  known: readonly string[],
  chosen: readonly string[],
  sought: string,
): readonly string[] {
  const words = sought.trim().toLowerCase()
  const typed = sought.trim().toUpperCase()
  const further = [...chosen, ...(paymentBrand(typed) === undefined ? [] : [typed])]
  const all = [...new Set([...known, ...further])]
  if (words === '') return all
  return all.filter((name) => `${name} ${brandName(name)}`.toLowerCase().includes(words))
}
