import type { FormKit } from '../../form-kit.ts'
import type { FormShell } from '../../shell/form-shell.ts'
import { networksOf } from '../wallet/live-networks.ts'
import { type Members, membersOf, merchantOf, textOf, wants } from '../wallet/wallet-options.ts'
import { knownNetworks } from './apple-networks.ts'
import type { ApplePayApi, LineItem } from './apple-pay-js.ts'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit

const { shownMoney } = __TILLGATE_KIT__

const NETWORKS = {
  VISA: 'visa',
  VISAELECTRON: 'electron',
  VPAY: 'vPay',
  MASTER: 'masterCard',
  MAESTRO: 'maestro',
  AMEX: 'amex',
  DISCOVER: 'discover',
  DINERS: 'discover',
  JCB: 'jcb',
  CARTEBANCAIRE: 'cartesBancaires',
  UNIONPAY: 'chinaUnionPay',
  MADA: 'mada',
  DANKORT: 'dankort',
  BCMC: 'bancontact',
  MIR: 'mir',
  ELO: 'elo',
}

/** What the sheet says is to be paid. Throws where nobody has named an amount. */
export function totalOf(form: FormShell, options: Members): LineItem {
  const { amount } = shownMoney(form)
  if (!amount) throw new Error('wpwlOptions.checkout names no amount, and there is no checkout yet')
  const { type } = membersOf(options.total)
  return { label: merchantOf(options), amount, ...(type === undefined ? {} : { type }) }
}

/** The page's options, which have the names of Apple's request, with what counts in any case. */
export function paymentRequest(
  form: FormShell,
  options: Members,
  api: Pick<ApplePayApi, 'supportsVersion'>,
): Members {
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => typeof value !== 'function'),
  )
  const { currency } = shownMoney(form)
  return {
    merchantCapabilities: ['supports3DS'],
    ...askedContacts(options),
    ...given,
    // Also of those that the page names: one that this system does not know would refuse all of them.
    supportedNetworks: knownNetworks(given.supportedNetworks ?? networksOf(form, NETWORKS), api),
    currencyCode: currency ?? textOf(options.currencyCode),
    total: totalOf(form, options),
  }
}

/** What a page wants to have sent must be asked of the shopper, unless it says itself what is asked. */
function askedContacts(options: Members): Members {
  const address = ['name', 'postalAddress']
  const shipping = [
    ...(wants(options, 'shipping') ? address : []),
    ...(wants(options, 'customer') ? ['name', 'email', 'phone'] : []),
  ]
  return {
    ...(shipping.length > 0 && { requiredShippingContactFields: [...new Set(shipping)] }),
    ...(wants(options, 'billing') && { requiredBillingContactFields: address }),
  }
}
