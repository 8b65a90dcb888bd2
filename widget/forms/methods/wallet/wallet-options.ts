import type { FormShell } from '../../shell/form-shell.ts'

/** Wallets by brand: their option of the page, and the parameter that their token is sent as. */
export const WALLETS = {
  APPLEPAY: { wallet: 'applePay', label: 'Apple Pay' },
  APPLEPAYTKN: { wallet: 'applePay', label: 'Apple Pay' },
  GOOGLEPAY: { wallet: 'googlePay', label: 'Google Pay' },
  GOOGLEPAYTKN: { wallet: 'googlePay', label: 'Google Pay' },
  SAMSUNGPAY: { wallet: 'samsungPay', label: 'Samsung Pay' },
} as const

export type WalletBrand = keyof typeof WALLETS
export type Wallet = (typeof WALLETS)[WalletBrand]['wallet']

export type Members = Readonly<Record<string, unknown>>

/** The members of an object; none of anything else. */
export function membersOf(given: unknown): Members {
  return typeof given === 'object' && given !== null ? (given as Members) : {}
}

/** The page's options of a wallet as they are now (reference behaviour §3.8). */
export function walletOptions({ given }: Pick<FormShell, 'given'>, wallet: Wallet): Members {
  return membersOf(given()[wallet])
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Whom a sheet names. */
export function merchantOf({ total, displayName, merchantName }: Members): string {
  const named = textOf(membersOf(total).label) ?? textOf(displayName) ?? textOf(merchantName)
  return named ?? origin.replace(/^.*\/\/|:\d+$/g, '')
}

/** Whether the page wants a group of what the wallet tells of the shopper to be sent (`customer` and so on). */
export function wants({ submitOnPaymentAuthorized: asked }: Members, group: string): boolean {
  return Array.isArray(asked) && asked.includes(group)
}

/** Calls a callback of a wallet's options; thenables of every kind are awaited. */
export async function callWallet(options: Members, name: string, given: unknown): Promise<unknown> {
  const callback = options[name]
  return typeof callback === 'function' ? await callback.call(options, given) : undefined
}

/** What the page says to a payment that the shopper has confirmed. */
export type Verdict =
  | { readonly kind: 'authorised' }
  /** The shopper can mend it: the sheet stays open. */
  | { readonly kind: 'faulty'; readonly errors: readonly string[] }
  | { readonly kind: 'refused' }

/**
 * Whether the page agrees with what the shopper authorised: Google Pay knows `transactionState`, Apple Pay
 * `status`, or a plain word. Only a refusal stops the payment.
 */
export function verdictOf(answer: unknown): Verdict {
  const { transactionState, status } = membersOf(answer)
  const word = transactionState ?? status ?? answer
  if (!['ERROR', 'FAILURE', 'ABORT', false].includes(word as string | false)) {
    return { kind: 'authorised' }
  }
  const errors = word === 'ABORT' ? [] : errorsOf(answer)
  return errors.length > 0 ? { kind: 'faulty', errors } : { kind: 'refused' }
}

/** The texts of `errors` (Apple Pay) or `error` (Google Pay); one without a text is empty. */
export function errorsOf(answer: unknown): readonly string[] {
  const { errors, error } = membersOf(answer)
  const list = Array.isArray(errors) ? errors : error === undefined ? [] : [error]
  return list.map((each) => textOf(membersOf(each).message) ?? '')
}

/** The look of the button: black unless the page asks for a white one. */
export function buttonClasses(wallet: Wallet, options: Members): string {
  if (wallet === 'samsungPay') return ' wpwl-samsung-pay-button wpwl-samsung-pay-button-black'
  const asked = wallet === 'applePay' ? (options.buttonStyle ?? options.style) : options.buttonColor
  const style = ['white', 'white-outline'].find((name) => name === asked) ?? 'black'
  const name = wallet === 'applePay' ? 'wpwl-apple-pay-button' : 'wpwl-google-pay-button'
  return ` ${name} ${name}-${style}`
}
