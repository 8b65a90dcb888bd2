import { AUTHENTICATION_PAGE_PATH } from '../../../common/authentication-wire.ts'
import { announce } from '../../fetched/notices.ts'
import type { FormKit } from '../form-kit.ts'
import type { FormShell } from '../shell/form-shell.ts'
import { leaveToShop, offerAgain, openRedirect } from './leave-page.ts'
import { hasResult } from './outcome-polling.ts'
import type { Redirect } from './redirect-request.ts'
import { stayIfDeclined } from './stay.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit
/** Bound by the gateway (`server/widget-host/code-files.ts`). */
declare const __TILLGATE_PARTS__: string

const { loadCode } = __TILLGATE_KIT__

/** What is lent to the code of `widget/authentication/`. */
const kit: AuthenticationKit = { ...__TILLGATE_KIT__, hasResult, openRedirect }

/** The kit of all fetched code, with what a submit lends besides. */
export interface AuthenticationKit extends FormKit {
  readonly hasResult: typeof hasResult
  readonly openRedirect: typeof openRedirect
}

/**
 * How an authentication inside the page has ended.
 * - `finished`: the shop shows what became of the payment;
 * - `window`: it needs the whole window;
 * - `ended`: the page has removed the form, or shows it anew.
 */
export type AuthenticationEnd = 'finished' | 'window' | 'ended'

/** Lets the cardholder confirm the payment inside the page. */
export type Authenticate = (form: FormShell, redirect: Redirect) => Promise<AuthenticationEnd>

/**
 * Sends the shopper on: to the gateway's authentication page inside of this page, to any other with the
 * whole window. Returns whether the submit is over.
 */
export async function followRedirect(form: FormShell, redirect: Redirect): Promise<boolean> {
  const { checkout, phase } = form
  const { boot } = checkout
  phase.value = 'busy'
  let end: AuthenticationEnd = 'window'
  if (redirect.url === boot.base + AUTHENTICATION_PAGE_PATH) {
    try {
      const [authenticate] = await Promise.all([
        loadCode<Authenticate>({ ...boot, code: __TILLGATE_PARTS__ }, 'authentication', kit),
        form.addFetchedTexts(),
      ])
      end = await authenticate(form, redirect)
    } catch {
      // Without its code the page opens in the whole window.
    }
  }
  if (end === 'finished') {
    if (await stayIfDeclined(form)) return false
    leaveToShop(form)
  }
  if (end === 'ended' && phase.value === 'busy' && !form.container.isConnected) {
    // Another form shows it, or nobody does. Put back, this one asks what has become of it.
    phase.value = 'open'
    form.isAsleep.value = true
    return false
  }
  if (end === 'window' && phase.value === 'busy') {
    announce(form, form.language.value.translate('redirecting'))
    form.call('onBeforeLeave', undefined, 'provider')
    phase.value = 'leaving'
    leave()
  }
  return true

  function leave(): void {
    openRedirect(redirect)
    offerAgain(form, 'retry', leave)
  }
}
