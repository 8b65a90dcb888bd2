import { consents, threw } from '../../options/callbacks.ts'
import { browserData } from '../../session/browser-data.ts'
import type { CardForm, FrameAnswer } from './card-form.ts'
import { announce, framesFailed, notify } from './card-state.ts'
import { closeUnsupported } from './close-form.ts'
import { failSubmit, settleAnswer } from './settle-answer.ts'
import { showFaults } from './show-faults.ts'
import { wireFields } from './wire-fields.ts'

/** A frame that says nothing for this long will not: then the gateway is asked. */
const ANSWER_WITHIN_MS = 90_000

/**
 * The shopper pays: however often this is called in one task, one submit goes out (the latch opens
 * again only when it ended without a result).
 */
export async function submitCard(form: CardForm, event: Event): Promise<void> {
  const isPrevented = event.defaultPrevented
  event.preventDefault()
  if (isPrevented || form.state.phase.value !== 'open') return
  try {
    await form.latch.run(() => submit(form, event))
  } catch (error) {
    form.state.phase.value = 'open'
    failSubmit(form, 'paymentFailed', 'The submit broke off')
    reportError(error)
  }
}

/** Whether it is over: false lets the shopper try again. */
async function submit(form: CardForm, event: Event): Promise<boolean> {
  const { state } = form
  takePageValues(form)
  state.fromGateway.value = {}
  notify(state, undefined)
  if (isFrameMissing(form) || hasFaults(form)) return false
  const pending = form.pending()
  if (pending !== undefined) {
    state.phase.value = 'busy'
    await pending
    if (state.phase.value !== 'busy') return false
    state.phase.value = 'open'
    if (hasFaults(form)) return false
  }
  if (closeUnsupported(form)) return false
  if (!(await pageConsents(form, event))) return false
  if (isFrameMissing(form)) return false
  state.phase.value = 'busy'
  announce(state, state.language.value.translate('processing'))
  const isOver = await settleAnswer(form, await send(form))
  if (!isOver && state.phase.value === 'busy') state.phase.value = 'open'
  return isOver
}

/** Whether a secured field is not there: then nothing that the shopper types can be the fault. */
function isFrameMissing({ frames, state }: CardForm): boolean {
  const isMissing = frames().some((frame) => frame.state.value !== 'ready')
  if (isMissing) notify(state, framesFailed)
  return isMissing
}

function hasFaults(form: CardForm): boolean {
  const isFaulty = Object.keys(form.state.faults.value).length > 0
  if (isFaulty) showFaults(form)
  return isFaulty
}

/** Pages fill fields by script, without the events that a shopper's typing makes. */
function takePageValues({ state, container }: CardForm): void {
  const brand = container.querySelector<HTMLSelectElement>('.wpwl-control-brand')?.value
  if (brand && brand !== state.brand.value) state.picked.value = brand
  const holder = container.querySelector<HTMLInputElement>('.wpwl-control-cardHolder')
  const expiry = container.querySelector<HTMLInputElement>('.wpwl-control-expiry')
  if (holder !== null) state.holder.value = holder.value
  if (expiry !== null) state.expiry.value = expiry.value
}

/** The page's own checks (`onBeforeSubmitCard`), which may stop the submit. */
async function pageConsents(form: CardForm, event: Event): Promise<boolean> {
  const element = form.element()
  let isStopped = false
  // The event is ours to prevent already; a page that prevents it once more means it.
  event.preventDefault = () => {
    isStopped = true
  }
  for (const name of ['onBeforeSubmitCard', 'onBeforeSubmitCardPromise'] as const) {
    isStopped = false
    const answer = form.call(name, element, event)
    if (answer === threw) return false
    const consent = consents(answer, () => isStopped)
    if (!(typeof consent === 'boolean' ? consent : await consent)) return false
  }
  return true
}

function send(form: CardForm): Promise<FrameAnswer> {
  const { state } = form
  const element = form.element()
  const fields = wireFields(new FormData(element), browserData(element.clientWidth), {
    brand: state.brand.value,
    holder: state.holder.value,
    expiry: state.expiry.value,
    shopperResultUrl: form.resultUrl(),
  })
  const answer = form.nextAnswer(ANSWER_WITHIN_MS)
  form.number.say({
    kind: 'submit',
    endpoint: form.endpoint.value,
    fields,
    withCode: form.code !== undefined && !state.code.value.empty,
  })
  form.call('onAfterSubmit', undefined)
  return answer
}
