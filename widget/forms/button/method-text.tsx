import type { OfferedBrand } from '../../../common/form-kinds.ts'
import type { FormShell } from '../shell/form-shell.ts'

interface MethodTextProps {
  readonly form: FormShell
  readonly offered: OfferedBrand
}

/** Id of the element that says what the button does. */
export const methodId = ({ container }: FormShell) => `${container.id}_method`

/** The brand, and a sentence on what will happen. */
export function MethodText({ form, offered }: MethodTextProps) {
  const { brand, language } = form
  const { label, form: kind, flow } = offered
  const { translate } = language.value
  const name = brand === 'PREPAYMENT' ? translate('buttonPrepayment') : label
  const later = kind === 'prepayment' ? 'buttonSlip' : 'buttonInvoice'
  const text = translate(flow === 'redirect' ? 'buttonRedirect' : later, { brand: label })
  return (
    <div class="wpwl-group wpwl-group-brand wpwl-method wpwl-clearfix" id={methodId(form)}>
      <div class={`wpwl-brand wpwl-brand-${brand} wpwl-method-name`}>{name}</div>
      <div class="wpwl-method-text">{text}</div>
    </div>
  )
}
