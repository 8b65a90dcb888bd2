import type { FormShell } from '../../shell/form-shell.ts'

/** The SEPA mandate that the shopper gives with the button (EPC 131-08): who collects, and his rights. */
export function Mandate({ form }: { readonly form: FormShell }) {
  const creditor = form.session.value?.creditor
  if (creditor === undefined) return null
  const { translate } = form.language.value
  return (
    <div class="wpwl-group wpwl-group-mandate wpwl-method wpwl-clearfix">
      <div class="wpwl-method-text wpwl-mandate">
        {translate('debitMandate', { creditor: creditor.name })}
        {creditor.id && ` ${translate('debitCreditorId', { id: creditor.id })}`}
      </div>
    </div>
  )
}
