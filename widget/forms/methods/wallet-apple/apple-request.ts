import type { FormShell } from '../../shell/form-shell.ts'
import { networksOf } from '../wallet/live-networks.ts'
import { type Members, membersOf, merchantOf, textOf, wants } from '../wallet/wallet-options.ts'
import { sheetMoney } from '../wallet/wallet-payment.ts'
import type { LineItem } from './apple-pay-js.ts'

/** The first with updates as objects, and with errors that name a field. */
const FIRST_VERSION = 3

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

/** The version of Apple's API that the page asks for, and at least the one that is needed. */
export function apiVersion({ version }: Members): number {
  return typeof version === 'number' ? Math.max(version, FIRST_VERSION) : FIRST_VERSION
}

/** What the sheet says is to be paid. Throws where nobody has named an amount. */
export function totalOf(form: FormShell, options: Members): LineItem {
  const { amount } = sheetMoney(form)
  if (!amount) throw new Error('wpwlOptions.checkout names no amount, and there is no checkout yet')
  const { type } = membersOf(options.total)
  return { label: merchantOf(options), amount, ...(type === undefined ? {} : { type }) }
}

/** The page's options, which have the names of Apple's request, with what counts in any case. */
export function paymentRequest(form: FormShell, options: Members): Members {
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => typeof value !== 'function'),
  )
  const { currency } = sheetMoney(form)
  return {
    merchantCapabilities: ['supports3DS'],
    supportedNetworks: networksOf(form, NETWORKS),
    ...askedContacts(options),
    ...given,
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
