import type { ComponentProps } from 'preact'
import { useRef } from 'preact/hooks'
import { Group } from '../../fields/group.tsx'
import { useSignalLayoutEffect } from '../../fields/use-signal-layout-effect.ts'
import type { SecuredFrame } from '../../secured/secured-frame.ts'
import { BrandChoice } from './brand-group.tsx'
import { BrandPictures } from './brand-pictures.tsx'
import type { FormProps } from './card-form.ts'
import { codeHelp } from './card-state.ts'
import { focusFrame } from './field-frame.ts'
import { CardHint, labelOf } from './field-parts.tsx'

interface SecuredGroupProps extends FormProps {
  readonly field: 'cardNumber' | 'cvv'
  readonly frame: SecuredFrame
}

/** A secured field: a frame of the gateway where the other fields have their input. */
export function SecuredGroup({ form, field, frame }: SecuredGroupProps) {
  const { state, focused } = form
  const text = form.language.value.translate(field)
  const element = useRef<HTMLIFrameElement>(null)
  useSignalLayoutEffect(() => {
    const isFaulty = state.shownFaults.value[field] !== undefined
    element.current?.classList.toggle('wpwl-has-error', isFaulty)
    element.current?.classList.toggle('wpwl-focus', focused.value === field)
  })
  return (
    <Group
      name={field}
      wireName={frame.field}
      label={labelOf(form, field)}
      onLabel={() => focusFrame(frame)}
    >
      <iframe
        ref={(found) => {
          element.current = found
          frame.attach(found)
        }}
        class={`wpwl-control wpwl-control-iframe wpwl-control-${field}`}
        name={frame.field}
        title={text}
        aria-label={text}
        allow={frame.allow}
        src={frame.src}
        {...placeholderAttribute(text)}
      />
      {field === 'cardNumber' && <BrandMark form={form} />}
      {field === 'cardNumber' && <NumberBrands form={form} />}
      {field === 'cvv' && form.options.showCVVHint && <CodeHelp form={form} />}
      {frame.state.value === 'failed' && (
        <button type="button" class="wpwl-retry" onClick={frame.retry}>
          {form.language.value.translate('retry')}
        </button>
      )}
      <CardHint form={form} field={field} />
    </Group>
  )
}

/** Frame elements have none in HTML; pages and their tests look for it. */
function placeholderAttribute(placeholder: string): ComponentProps<'iframe'> {
  return { placeholder } as ComponentProps<'iframe'>
}

/** The detected brand at the end of the number field, where no selector shows it. */
function BrandMark({ form }: FormProps) {
  const { brand, hasSelector } = form.state
  if (hasSelector.value || brand.value === '') return null
  return (
    <span class="wpwl-mark" aria-hidden="true">
      <BrandPictures names={[brand.value]} />
    </span>
  )
}

/** The choice of a card with two brands, between number and the next field. */
function NumberBrands({ form }: FormProps) {
  const { detected } = form.state
  if (detected.value.length < 2 || form.options.style === 'logos') return null
  return <BrandChoice form={form} names={detected.value} />
}

function CodeHelp({ form }: FormProps) {
  return <div class="wpwl-cvv-hint">{codeHelp(form)}</div>
}
