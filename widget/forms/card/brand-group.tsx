import { useRef } from 'preact/hooks'
import { brandLabels } from '../../../common/brand-labels.ts'
import { useSignalLayoutEffect } from '../../fields/use-signal-layout-effect.ts'
import { BrandPictures } from './brand-pictures.tsx'
import { type FormProps, labelOf } from './field-parts.tsx'

/**
 * Which brand is paid: a selector, or, where digits decide, the row of accepted brands. The selector
 * is always there, hidden or not: pages read their brand from it.
 */
export function BrandGroup({ form }: FormProps) {
  const { state } = form
  const { accepted, brand, hasSelector, picked, language } = state
  const label = labelOf(form, 'brand')
  const names = accepted.value
  const hasRow = !hasSelector.value || state.options.style === 'logos'
  const isSelect = hasSelector.value && !hasRow
  return (
    <div class="wpwl-group wpwl-group-brand wpwl-clearfix" data-row={hasRow}>
      {label !== undefined && (
        <div class="wpwl-label wpwl-label-brand" hidden={!isSelect}>
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
      {hasRow && <BrandRow form={form} />}
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

/** The accepted brands; a choice between them where a card carries two, or always in style "logos". */
function BrandRow({ form }: FormProps) {
  const { accepted, detected, brand, language, options, picked } = form.state
  const { translate } = language.value
  const isLogos = options.style === 'logos' && accepted.value.length > 1
  const choices = detected.value.length > 1 ? detected.value : isLogos ? accepted.value : []
  const labels = accepted.value.map((name) => brandLabels[name])
  if (choices.length === 0) {
    const label = `${translate('acceptedCards')}: ${labels.join(', ')}`
    return (
      <div
        class="wpwl-accepted"
        role="img"
        aria-label={label}
        data-brand={brand.value || undefined}
      >
        {accepted.value.map((name) => (
          <span key={name} class="wpwl-accepted-brand" data-active={name === brand.value}>
            <BrandPictures names={[name]} />
          </span>
        ))}
      </div>
    )
  }
  return (
    <div class="wpwl-accepted" role="radiogroup" aria-label={translate('chooseBrand')}>
      {choices.map((name) => (
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
