import type { WpwlCheckout } from '../../common/widget-types.ts'
import type { WidgetSession } from '../../common/widget-wire.ts'
import { drawAgain } from '../forms/shell/checkout-of.ts'
import type { FormOrder } from '../forms/shell/form-shell.ts'
import { resourcePath } from '../session/result-address.ts'
import type { PageMethods } from '../start/started.ts'
import type { BuildForm } from './build-form.ts'
import { formsOf, type Run } from './runs.ts'

/** Adds what only the session knows. */
export function completeCheckout(checkout: WpwlCheckout, session: WidgetSession): void {
  checkout.id = session.checkoutId
  checkout.endpoint = session.endpoint
  checkout.resourcePath = resourcePath(session.checkoutId, session.endpoint)
  if (session.amount !== undefined) checkout.amount = session.amount
  if (session.currency !== undefined) checkout.currency = session.currency
  if (session.paymentType !== undefined) checkout.paymentType = session.paymentType
  checkout.config.brandConfig.brands = session.brands
  checkout.config.registrations = session.registrations ?? []
  checkout.config.environmentConfig.defaultPaymentMode =
    session.environment === 'live' ? 'LIVE' : 'INTEGRATOR_TEST'
}

/**
 * @param governed the runs of the script that `window.wpwl` controls
 * @param build builds a form with options of its own
 */
export function pageMethods(governed: () => readonly Run[], build: BuildForm): PageMethods {
  return {
    executePayment(key) {
      const selector = containerSelector(key)
      const form = formsOf(governed()).find(
        ({ shell }) => selector && shell.container.matches(selector),
      )
      if (form === undefined) return console.error(`executePayment: no form is ${key}`)
      form.shell.element().requestSubmit()
    },
    refresh() {
      for (const { shell } of formsOf(governed())) {
        shell.refresh()
        drawAgain(shell)
      }
    },
    async update() {
      await Promise.all(governed().map((run) => run.update()))
    },
    mount(element, options) {
      const order: FormOrder = { kind: 'card', brands: [], action: '', lang: '' }
      build(order, (container) => element.append(container), options)
    },
    unmount(element) {
      for (const run of governed()) {
        for (const form of run.forms()) {
          if (element === undefined || element.contains(form.shell.container)) run.remove(form)
        }
      }
    },
  }
}

/** `wpwl-container-card` and `.wpwl-container.wpwl-container-card` alike, as a selector. */
function containerSelector(key: string): string {
  const classes = key.split(/[.\s]+/).filter(Boolean)
  return classes.map((name) => `.${CSS.escape(name)}`).join('')
}
