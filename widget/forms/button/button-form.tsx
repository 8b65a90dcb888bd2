import type { OfferedBrand } from '../../../common/form-kinds.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormBody, FormShell } from '../shell/form-shell.ts'
import { MethodText, methodId } from './method-text.tsx'
import { buttonSubmit } from './submit-button.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { FormView, HiddenInputs, render, SubmitGroup } = __TILLGATE_KIT__

/** A form without fields: the brand, a sentence on what will happen, and the button. */
export function createButtonForm(form: FormShell, offered: OfferedBrand): FormBody {
  const { container } = form
  // A container that the page has removed and put back gets a size again.
  const observer = new ResizeObserver(() => {
    if (container.isConnected) form.shown()
  })
  return {
    show() {
      render(<ButtonForm form={form} offered={offered} />, container)
      observer.observe(container)
    },
    dispose: () => observer.disconnect(),
  }
}

interface ButtonFormProps {
  readonly form: FormShell
  readonly offered: OfferedBrand
}

function ButtonForm({ form, offered }: ButtonFormProps) {
  return (
    <FormView form={form} steps={buttonSubmit(form, offered)}>
      <MethodText form={form} offered={offered} />
      <SubmitGroup
        form={form}
        classes={offered.form === 'prepayment' ? '' : ' wpwl-button-brand'}
        describedBy={methodId(form)}
      />
      <HiddenInputs form={form} />
    </FormView>
  )
}
