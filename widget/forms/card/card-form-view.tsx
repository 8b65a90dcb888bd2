import { expiryOf } from '../../fields/expiry.ts'
import { FormHeading } from '../shell/form-heading.tsx'
import { FormView, HiddenInputs } from '../shell/form-view.tsx'
import { SubmitGroup } from '../shell/submit-group.tsx'
import { BrandGroup } from './brand-group.tsx'
import type { FormProps } from './card-form.ts'
import { SecuredGroup } from './secured-group.tsx'
import { cardSubmit } from './submit-card.ts'

interface CardFormViewProps extends FormProps {
  /** False: only the secured fields. Never goes back to false: the frames must not move. */
  readonly isWhole: boolean
}

/**
 * The card form. Its classes, names and nesting are the public contract (reference behaviour §3.6),
 * and pages move, clone and add to these nodes: the order of children never changes, and classes
 * that come and go are toggled one by one.
 */
export function CardFormView({ form, isWhole }: CardFormViewProps) {
  const further = form.further.value
  const details = form.details.value
  const card = cardSubmit(form)
  const steps = details?.steps?.(card) ?? card
  return (
    <FormView form={form} classes="wpwl-form-has-inputs " steps={further?.steps(steps) ?? steps}>
      {isWhole && <FormHeading form={form} />}
      {isWhole && <BrandGroup form={form} />}
      <SecuredGroup form={form} field="cardNumber" frame={form.number} />
      {isWhole && details && <details.Expiry form={form} />}
      {form.code && <SecuredGroup form={form} field="cvv" frame={form.code} />}
      {isWhole && details && form.options.showCardHolder && !further?.hasName() && (
        <details.Holder form={form} />
      )}
      {further && <further.Groups />}
      {isWhole && (
        <SubmitGroup
          form={form}
          hasErrors={() =>
            Object.values(form.state.shownFaults.value).some(Boolean) ||
            (further?.hasErrors() ?? false)
          }
        />
      )}
      {isWhole && <HiddenInputs form={form} />}
      {isWhole && <ExpiryInputs form={form} />}
    </FormView>
  )
}

function ExpiryInputs({ form }: FormProps) {
  const expiry = expiryOf(form.state.expiry.value)
  const month = expiry === undefined ? '' : String(expiry.month).padStart(2, '0')
  return (
    <>
      <input type="hidden" name="card.expiryMonth" value={month} />
      <input type="hidden" name="card.expiryYear" value={expiry?.year ?? ''} />
    </>
  )
}
