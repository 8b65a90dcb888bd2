import type { ComponentChildren } from 'preact'
import type { FormShell } from '../shell/form-shell.ts'

interface AddressGroupProps {
  readonly form: FormShell
  readonly children: ComponentChildren
}

/** The billing address, with the classes of the interface (reference behaviour §3.6). */
export function AddressGroup({ form, children }: AddressGroupProps) {
  const text = form.language.value.translate('billingAddress')
  return (
    // biome-ignore lint/a11y/useSemanticElements: pages look for a `div`, and style no `fieldset`
    <div class="wpwl-group wpwl-group-billing wpwl-clearfix" role="group" aria-label={text}>
      {form.options.showLabels && <div class="wpwl-label wpwl-label-billing">{text}</div>}
      <div class="wpwl-wrapper wpwl-wrapper-billing">{children}</div>
    </div>
  )
}
