import type { WidgetBoot, WidgetSession } from '../../common/widget-wire.ts'
import type { FormKit } from '../forms/form-kit.ts'
import type { CheckoutCode } from '../forms/shell/checkout-of.ts'
import type { FormShell } from '../forms/shell/form-shell.ts'

// Bound by the function around this code (`vite.config.ts`).
declare const __TILLGATE_KIT__: FormKit

const { loadSession, notify, reportFailure } = __TILLGATE_KIT__

/** A checkout that the page has made for a form. */
interface Made {
  readonly form: FormShell
  readonly boot: WidgetBoot
  readonly session: WidgetSession
}

const CHECKOUT_ID = /^[A-Za-z0-9.-]{1,48}$/

/** Asks the page for the checkout that a form pays (option `createCheckout`). */
export function createOpenCheckout(): CheckoutCode['open'] {
  let last: Made | undefined

  function fail(form: FormShell, name: 'InvalidCheckoutIdError' | 'WidgetError', reason: string) {
    const run = () => form.element().requestSubmit()
    notify(form, { tone: 'error', key: 'paymentFailed', actions: [{ key: 'retry', run }] })
    console.error(reason)
    reportFailure(form, name, reason, 'checkout_failed')
    return undefined
  }

  /** The id that the page answers; `undefined`: the payment stops. */
  async function askPage(form: FormShell): Promise<string | undefined> {
    const given = form.given() as {
      createCheckout(order: { readonly brand: string }): unknown
    }
    let id: unknown
    try {
      id = await given.createCheckout({ brand: form.brand })
    } catch (error) {
      return fail(form, 'WidgetError', `createCheckout failed: ${reasonOf(error)}`)
    }
    // The page has its reason, and says it itself.
    if (id === null) return undefined
    if (typeof id === 'string' && CHECKOUT_ID.test(id)) return id
    return fail(
      form,
      'InvalidCheckoutIdError',
      `createCheckout answered no checkout id: ${typeof id}`,
    )
  }

  async function make(form: FormShell): Promise<Made | undefined> {
    const checkoutId = await askPage(form)
    if (checkoutId === undefined) return undefined
    const boot = { ...form.checkout.boot, checkoutId }
    const answer = await loadSession(boot)
    if (answer === undefined) {
      return fail(form, 'WidgetError', 'The session of the checkout could not be read')
    }
    if ('refusal' in answer) return fail(form, 'InvalidCheckoutIdError', answer.refusal)
    const { session } = answer
    if (session?.state === 'open') return { form, boot, session }
    return fail(form, 'InvalidCheckoutIdError', 'createCheckout answered a checkout that is paid')
  }

  return async (form) => {
    const { phase, checkout } = form
    phase.value = 'busy'
    // The outcome of another form's checkout is not known: a second one could be paid beside it.
    const isShared = last?.form.checkout.boot === last?.boot && last?.form.container.isConnected
    const made = last && isShared ? { ...last, form } : await make(form)
    // The page has unloaded the widget meanwhile.
    if (phase.value !== 'busy') return false
    phase.value = 'open'
    if (made === undefined) return false
    last = made
    checkout.boot = made.boot
    form.session.value = made.session
    form.opened(made.session)
    return true
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
