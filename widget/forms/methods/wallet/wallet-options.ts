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

type Members = Readonly<Record<string, unknown>>

/** The page's options of a wallet as they are now (reference behaviour §3.8). */
export function walletOptions({ given }: Pick<FormShell, 'given'>, wallet: Wallet): Members {
  const options = given()[wallet]
  return typeof options === 'object' && options !== null ? (options as Members) : {}
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Calls a callback of a wallet's options; thenables of every kind are awaited. */
export async function callWallet(options: Members, name: string, given: unknown): Promise<unknown> {
  const callback = options[name]
  return typeof callback === 'function' ? await callback.call(options, given) : undefined
}

/**
 * Whether the page agrees with what the shopper authorised: Google Pay knows `transactionState`, Apple Pay
 * `status`, or a plain word. Only a refusal stops the payment.
 */
export function isAuthorised(answer: unknown): boolean {
  const member = (name: string) =>
    typeof answer === 'object' && answer !== null ? (answer as Members)[name] : undefined
  const verdict = member('transactionState') ?? member('status') ?? answer
  return !['ERROR', 'FAILURE', 'ABORT', false].includes(verdict as string | false)
}

/** The look of the button: black unless the page asks for a white one. */
export function buttonClasses(wallet: Wallet, options: Members): string {
  if (wallet === 'samsungPay') return ' wpwl-samsung-pay-button wpwl-samsung-pay-button-black'
  const asked = wallet === 'applePay' ? (options.buttonStyle ?? options.style) : options.buttonColor
  const style = ['white', 'white-outline'].find((name) => name === asked) ?? 'black'
  const name = wallet === 'applePay' ? 'wpwl-apple-pay-button' : 'wpwl-google-pay-button'
  return ` ${name} ${name}-${style}`
}
