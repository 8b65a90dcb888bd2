import { announce, notify } from '../../fetched/notices.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import type { PostFields, SubmitAnswer, SubmitSteps } from '../shell/submit-steps.ts'
import type { RegistrationState } from './registration-state.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { faultText, focusFrame, framesFailed } = __TILLGATE_KIT__

/** The gateway is asked what became of a submit whose frame has sent no answer by then. */
const ANSWER_WITHIN_MS = 90_000

/** What the form of stored payment details does in a submit. */
export function registrationSubmit(form: FormShell, state: RegistrationState): SubmitSteps {
  return {
    checks: ['onBeforeSubmitOneClickCard'],
    /** Pages choose by script, without the event that a shopper's choice makes. */
    begin() {
      const id = new FormData(form.element()).get('registrationId')
      if (typeof id === 'string') state.choose(id)
    },
    isLoaded() {
      const loading = state.codeField()?.frame.state.value ?? 'ready'
      if (loading === 'ready') return true
      // A field that still loads is empty: a fault as any other.
      if (loading === 'failed' || !showFaults(form, state)) notify(form, framesFailed)
      return false
    },
    showFaults: () => showFaults(form, state),
    keepErrors(errors) {
      const names = errors.map(({ name }) => name)
      if (names.includes('card.cvv')) state.codeField()?.refuse()
      const id = state.chosen()?.id
      if (names.includes('registrationId') && id) {
        state.forget(id)
        notify(form, { tone: 'error', key: 'registrationGone' })
      }
      return errors.filter(({ name }) => !/^(card\.cvv|registrationId)$/.test(name))
    },
    declined: () => state.codeField()?.spent(),
    send(fieldsWith, post) {
      const fields = fieldsWith({ registrationId: state.chosen()?.id ?? '' })
      return send(form, state, fields, post)
    },
  }
}

function showFaults(form: FormShell, state: RegistrationState): boolean {
  if (state.chosen() === undefined) {
    // Of the last one the shopper reads that it is gone.
    const isTold = form.notice.peek()?.key === 'registrationGone'
    if (!isTold) notify(form, { tone: 'error', key: 'registrationChoose' })
    return true
  }
  const field = state.codeField()
  const fault = field?.fault()
  if (field === undefined || fault === undefined) return false
  field.setShown(true)
  // On touch devices the keyboard would stay closed.
  if (matchMedia('(pointer: coarse)').matches) announce(form, faultText(form, fault))
  else focusFrame(field.frame)
  return true
}

function send(
  form: FormShell,
  state: RegistrationState,
  fields: Readonly<Record<string, string>>,
  post: PostFields,
): Promise<SubmitAnswer> {
  const path = form.submitPath()
  const field = state.codeField()
  if (field === undefined) return post(path, fields)
  const answer = state.answer.next(ANSWER_WITHIN_MS)
  field.frame.send({ kind: 'submit', path, fields, withCode: true })
  return answer
}
