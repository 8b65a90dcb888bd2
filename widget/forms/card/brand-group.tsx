import { useEffect, useRef } from 'preact/hooks'
import { brandLabels } from '../../../common/brand-labels.ts'
import { labelName } from '../../fields/group.tsx'
import { useSignalLayoutEffect } from '../../fields/use-signal-layout-effect.ts'
import { announce } from '../shell/notice.ts'
import { BrandPictures } from './brand-pictures.tsx'
import type { FormProps } from './card-form.ts'
import { labelOf } from './field-parts.tsx'

/**
 * Which brand is paid: a selector, or, where digits decide, the row of accepted brands. The selector
 * is always there, hidden or not: pages read their brand from it.
 */
export function BrandGroup({ form }: FormProps) {
  const { language } = form
  const { accepted, brand, detected, hasSelector, picked } = form.state
  const label = labelOf(form, 'brand')
  const names = accepted.value
  const isLogos = form.options.style === 'logos'
  const hasRow = !hasSelector.value || isLogos
  const isSelect = hasSelector.value && !hasRow
  return (
    <div class="wpwl-group wpwl-group-brand wpwl-clearfix" data-row={hasRow}>
      {label !== undefined && (
        <div class="wpwl-label wpwl-label-brand" {...labelName('paymentBrand')} hidden={!isSelect}>
          {label}
        </div>
      )}
      <div class="wpwl-wrapper wpwl-wrapper-brand" hidden={!isSelect}>
        <select
          class="wpwl-control wpwl-control-brand"
          name="paymentBrand"
          aria-label={language.value.translate('brand')}
          value={brand.value}
          onChange={({ currentTarget }) => {
            picked.value = currentTarget.value
          }}
        >
          {(brand.value === '' ? ['', ...names] : names).map((name) => (
            <option key={name} value={name} selected={name === brand.value}>
              {brandLabels[name]}
            </option>
          ))}
        </select>
      </div>
      <BrandCard form={form} />
      {hasRow && !isLogos && <BrandRow form={form} />}
      {isLogos && (
        <BrandChoice form={form} names={detected.value.length > 1 ? detected.value : names} />
      )}
    </div>
  )
}

/**
 * `.wpwl-brand-card`: holds the pictures of all accepted brands and shows the one that its class
 * names, so that a copy of it with another class shows another brand, as pages make them.
 */
function BrandCard({ form }: FormProps) {
  const { accepted, brand } = form.state
  const element = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  useSignalLayoutEffect(() => {
    const { classList } = element.current as HTMLElement
    if (shown.current) classList.remove(shown.current)
    shown.current = brand.value && `wpwl-brand-${brand.value}`
    if (shown.current) classList.add(shown.current)
  })
  return (
    <div ref={element} class="wpwl-brand wpwl-brand-card" aria-hidden="true">
      <BrandPictures names={accepted.value} />
    </div>
  )
}

/** Pages look for the logos by the second class. */
const ROW = 'wpwl-accepted wpwl-group-card-logos-horizontal'

/** More would be too small to recognise beside the label. */
const MAX_MARKS = 4

/** So many in a narrow form (`themes.css`). */
const MAX_MARKS_NARROW = 2

interface AcceptedBrandProps extends FormProps {
  readonly name: string
  readonly isShown: boolean
}

/** One logo. Pages read from `wpwl-hidden` which brands the digits exclude; here these only grow pale. */
function AcceptedBrand({ form, name, isShown }: AcceptedBrandProps) {
  const { brand, detected } = form.state
  const element = useRef<HTMLDivElement>(null)
  useSignalLayoutEffect(() => {
    const isOut = detected.value.length > 0 && !detected.value.includes(name)
    element.current?.classList.toggle('wpwl-hidden', isOut)
    element.current?.setAttribute('value', name)
  })
  return (
    <div
      ref={element}
      class="wpwl-accepted-brand"
      data-active={name === brand.value}
      hidden={!isShown}
    >
      <BrandPictures names={[name]} />
    </div>
  )
}

/** The accepted brands: the first logos, and how many brands there are besides. */
function BrandRow({ form }: FormProps) {
  const { accepted, brand } = form.state
  const names = accepted.value
  const labels = names.map((name) => brandLabels[name])
  const label = `${form.language.value.translate('acceptedCards')}: ${labels.join(', ')}`
  const shown = names.slice(0, MAX_MARKS)
  const more = (places: number) => {
    const rest = names.length - Math.min(shown.length, places)
    return rest > 0 ? `+${rest}` : undefined
  }
  return (
    <div
      class={ROW}
      role="img"
      aria-label={label}
      title={label}
      data-brand={brand.value || undefined}
      data-more={more(MAX_MARKS)}
      data-few={shown.length > MAX_MARKS_NARROW + 1 ? more(MAX_MARKS_NARROW) : undefined}
    >
      {names.map((name) => (
        <AcceptedBrand key={name} form={form} name={name} isShown={shown.includes(name)} />
      ))}
    </div>
  )
}

/** The shopper's choice where the card carries more than one accepted brand; always in style "logos". */
export function BrandChoice({ form, names }: FormProps & { readonly names: readonly string[] }) {
  const { brand, picked } = form.state
  const text = form.language.value.translate('chooseBrand')
  const isLogos = form.options.style === 'logos'
  useEffect(() => {
    if (!isLogos) announce(form, text)
  }, [])
  return (
    <div class="wpwl-choices" role="radiogroup" aria-label={text}>
      {names.map((name) => (
        <label key={name} class="wpwl-choice" data-active={name === brand.value}>
          <input
            type="radio"
            // Belongs to no form: it is not sent, and shops that list the form's fields miss nothing.
            form={`${form.container.id}_none`}
            name={`${form.container.id}_brand`}
            value={name}
            checked={name === brand.value}
            aria-label={brandLabels[name]}
            onChange={() => {
              picked.value = name
            }}
          />
          <BrandPictures names={[name]} />
          <span class="wpwl-choice-name">{brandLabels[name]}</span>
        </label>
      ))}
    </div>
  )
}
