import type { OfferedBrand } from '../../../common/form-kinds.ts'
import type { TransferMethod } from '../../../common/transfer-methods.ts'
import { MethodText, methodId } from '../button/method-text.tsx'
import type { FormKit } from '../form-kit.ts'
import type { FormBody, FormShell } from '../shell/form-shell.ts'
import { TransferGroup } from './transfer-group.tsx'
import { createTransferState, faultyFields, type TransferState } from './transfer-state.ts'
import { transferSubmit } from './transfer-submit.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { FormView, HiddenInputs, render, SubmitGroup } = __TILLGATE_KIT__

export type CreateTransferForm = typeof createTransferForm

/** A form with what a transfer asks of the shopper before it leads to the bank. */
export function createTransferForm(
  form: FormShell,
  offered: OfferedBrand,
  method: TransferMethod,
): FormBody {
  const { container } = form
  const state = createTransferState(form, method)
  // A container that the page has removed and put back gets a size again.
  const observer = new ResizeObserver(() => {
    if (container.isConnected) form.shown()
  })
  return {
    show() {
      render(<TransferForm form={form} offered={offered} state={state} />, container)
      observer.observe(container)
    },
    dispose: () => observer.disconnect(),
  }
}

interface TransferFormProps {
  readonly form: FormShell
  readonly offered: OfferedBrand
  readonly state: TransferState
}

function TransferForm({ form, offered, state }: TransferFormProps) {
  return (
    <FormView
      form={form}
      classes="wpwl-form-has-inputs "
      steps={transferSubmit(form, offered, state)}
    >
      <MethodText form={form} offered={offered} />
      {state.fields.map((name) => (
        <TransferGroup key={name} form={form} state={state} name={name} />
      ))}
      <SubmitGroup
        form={form}
        describedBy={methodId(form)}
        hasErrors={() => faultyFields(state).some((name) => state.shown.value.has(name))}
      />
      <HiddenInputs form={form} />
    </FormView>
  )
}
