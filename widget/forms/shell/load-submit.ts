import { loadCode } from '../../fetched/load-code.ts'
import type { CardForm } from '../card/card-form.ts'
import type { CardField } from '../card/faults.ts'
import type { Redirect } from '../submit/redirect-request.ts'
import type { UnpayableReason } from './close-form.ts'
import type { FailureName } from './failure-name.ts'
import type { FormShell } from './form-shell.ts'
import type { SubmitSteps } from './submit-steps.ts'

/** The code of a submit, from the page's own checks to what the gateway's answer asks for. */
export interface SubmitCode {
  submit(form: FormShell, steps: SubmitSteps, event: Event): Promise<boolean>
  followRedirect(form: FormShell, redirect: Redirect): Promise<boolean>
  /** Of a field that the shopper has mended: a page adds them in its checks of a submit, so this is here by then. */
  clearPageMarks(form: CardForm, field: CardField): void
  /** Closes a form that can pay nothing on this page, and says why. */
  closeUnpayable(form: FormShell, reason: UnpayableReason): void
  /** Says what has failed, with what the shopper can do. */
  explain(form: FormShell, name: FailureName): void
}

let loaded: SubmitCode | undefined

/** The code when it is here: a wallet's sheet opens only in the task of the shopper's click. */
export function loadedSubmit(): SubmitCode | undefined {
  return loaded
}

/** Fetches it and its texts, before the shopper pays: nobody waits for it then, and it is there without a network. */
export async function loadSubmit({
  checkout,
  addFetchedTexts,
}: Pick<FormShell, 'checkout' | 'addFetchedTexts'>): Promise<SubmitCode> {
  void addFetchedTexts()
  loaded ??= await loadCode<SubmitCode>(checkout.boot, 'submit')
  return loaded
}
