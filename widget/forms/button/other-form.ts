import { offeredBrand } from '../../../common/form-kinds.ts'
import { transferMethods } from '../../../common/transfer-methods.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormBody, FormShell } from '../shell/form-shell.ts'
import type { CreateTransferForm } from '../transfer/transfer-form.tsx'
import { createButtonForm } from './button-form.tsx'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { loadCode, setKind } = __TILLGATE_KIT__

/**
 * Creates the form of a brand that is no card: a button, or fields for a transfer whose method asks the
 * shopper for something; their code is fetched then.
 */
export async function createOtherForm(form: FormShell): Promise<FormBody | undefined> {
  const { brand, checkout } = form
  const offered = offeredBrand(brand)
  if (offered === undefined) return undefined
  const method = transferMethods[brand]
  const createTransferForm =
    method && (await loadCode<CreateTransferForm>(checkout.boot, 'transfer', __TILLGATE_KIT__))
  setKind(form, offered.form)
  return createTransferForm
    ? createTransferForm(form, offered, method)
    : createButtonForm(form, offered)
}
