import { useRef } from 'preact/hooks'
import { brandLabels } from '../../../common/brand-labels.ts'
import { labelName } from '../../fields/group.tsx'
import { useSignalLayoutEffect } from '../../fields/use-signal-layout-effect.ts'
import { BrandPictures } from './brand-pictures.tsx'
import { type FormProps, labelOf } from './field-parts.tsx'

/**
 * Which brand is paid: a selector, or, where digits decide, the row of accepted brands. The selector
 * is always there, hidden or not: pages read their brand from it.
 */
export function BrandGroup({ form }: FormProps) {
  const { language } = form
  const { accepted, brand, hasSelector, picked } = form.state
  const label = labelOf(form, 'brand')
  const names = accepted.value
  const hasRow = !hasSelector.value || form.options.style === 'logos'
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

/** Pages look for the logos by the second class. */
const ROW = 'wpwl-accepted wpwl-group-card-logos-horizontal'

/** One logo. Pages read from `wpwl-hidden` which brands the digits exclude; here these only grow pale. */
function AcceptedBrand({ form, name }: FormProps & { readonly name: string }) {
  const { brand, detected } = form.state
  const element = useRef<HTMLDivElement>(null)
  useSignalLayoutEffect(() => {
    const isOut = detected.value.length > 0 && !detected.value.includes(name)
    element.current?.classList.toggle('wpwl-hidden', isOut)
    element.current?.setAttribute('value', name)
  })
  return (
    <div ref={element} class="wpwl-accepted-brand" data-active={name === brand.value}>
      <BrandPictures names={[name]} />
    </div>
  )
}

/** The accepted brands; a choice between them where a card carries two, or always in style "logos". */
function BrandRow({ form }: FormProps) {
  const { language, options } = form
  const { accepted, detected, brand, picked } = form.state
  const { translate } = language.value
  const isLogos = options.style === 'logos' && accepted.value.length > 1
  const choices = detected.value.length > 1 ? detected.value : isLogos ? accepted.value : []
  const labels = accepted.value.map((name) => brandLabels[name])
  if (choices.length === 0) {
    const label = `${translate('acceptedCards')}: ${labels.join(', ')}`
    return (
      <div class={ROW} role="img" aria-label={label} data-brand={brand.value || undefined}>
        {accepted.value.map((name) => (
          <AcceptedBrand key={name} form={form} name={name} />
        ))}
      </div>
    )
  }
  return (
    <div class={ROW} role="radiogroup" aria-label={translate('chooseBrand')}>
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
