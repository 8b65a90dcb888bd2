import { render } from 'preact'
import { Fragment, jsx, jsxs } from 'preact/jsx-runtime'
import { AUTHENTICATION_PAGE_PATH } from '../../../common/authentication-wire.ts'
import { loadCode } from '../../fetched/load-code.ts'
import { readSession } from '../../session/load-session.ts'
import { hasResult } from '../../session/outcome-polling.ts'
import type { Redirect } from '../../session/redirect-request.ts'
import { addEnglish } from '../../texts/language.ts'
import type { FormShell } from './form-shell.ts'
import { leaveToShop, openRedirect } from './leave-page.ts'
import { announce } from './notice.ts'

/** What the script lends to the code of `widget/authentication/`. */
const kit = { render, Fragment, jsx, jsxs, addEnglish, readSession, hasResult, openRedirect }

export type AuthenticationKit = typeof kit

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
 * whole window. The submit is over then.
 */
export async function followRedirect(form: FormShell, redirect: Redirect): Promise<true> {
  const { checkout, phase } = form
  const { boot } = checkout
  phase.value = 'busy'
  let end: AuthenticationEnd = 'window'
  if (redirect.url === boot.base + AUTHENTICATION_PAGE_PATH) {
    try {
      const authenticate = await loadCode<Authenticate>(boot, 'authentication', kit)
      end = await authenticate(form, redirect)
    } catch {
      // Without its code the page opens in the whole window.
    }
  }
  if (end === 'finished') leaveToShop(form)
  if (end === 'window' && phase.value === 'busy') {
    announce(form, form.language.value.translate('redirecting'))
    phase.value = 'leaving'
    openRedirect(redirect)
  }
  return true
}
