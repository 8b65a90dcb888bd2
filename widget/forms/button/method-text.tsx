import type { OfferedBrand } from '../../../common/form-kinds.ts'
import type { MessageKey } from '../../i18n/translator.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { headingLevel } = __TILLGATE_KIT__

interface MethodTextProps {
  readonly form: FormShell
  readonly offered: OfferedBrand
}

/** Id of the element that says what the button does. */
export const methodId = ({ container }: FormShell) => `${container.id}_method`

/** The brand, and a sentence on what will happen. */
export function MethodText({ form, offered }: MethodTextProps) {
  const { translate } = form.language.value
  const { name, label } = offered
  return (
    <div class="wpwl-group wpwl-group-brand wpwl-method wpwl-clearfix" id={methodId(form)}>
      {/* biome-ignore lint/a11y/useSemanticElements: pages look for a `div`, and style their headings by name */}
      <div
        class={`wpwl-brand wpwl-brand-${name} wpwl-method-name`}
        role="heading"
        aria-level={headingLevel(form)}
      >
        {methodName(form, offered)}
      </div>
      <div class="wpwl-method-text">{translate(sentenceOf(offered), { brand: label })}</div>
    </div>
  )
}

/** The name of a brand, in the language of the form where it is no proper name. */
export function methodName(form: FormShell, { name, label }: OfferedBrand): string {
  const key = NAMES[name]
  return key === undefined ? label : form.language.value.translate(key)
}

/** Brands that are no proper names. */
const NAMES: Readonly<Record<string, MessageKey>> = {
  DIRECTDEBIT: 'buttonDirectDebit',
  DIRECTDEBIT_SEPA: 'buttonSepa',
  GIFTCARD: 'buttonGiftCard',
  PREPAYMENT: 'buttonPrepayment',
}

function sentenceOf({ form, flow, method }: OfferedBrand): MessageKey {
  if (flow === 'redirect') return 'buttonRedirect'
  if (form === 'prepayment') return 'buttonSlip'
  if (form === 'directDebit') return 'buttonDebit'
  if (method === 'wallet') return 'buttonWallet'
  if (form === 'giftCard') return 'buttonGift'
  return method === 'account' ? 'buttonAccount' : 'buttonInvoice'
}
