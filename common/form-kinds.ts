import type { BrandGroup } from './payment-brand-table.ts'
import { furtherBrands } from './payment-brand-table.ts'
import { type TransferMethod, transferMethods } from './transfer-methods.ts'

/** Kinds of forms of the widget: the classes of a form begin with its kind (reference behaviour §3.7). */
export type FormKind =
  | 'card'
  | 'prepayment'
  | 'virtualAccount'
  | 'onlineTransfer'
  | 'directDebit'
  | 'giftCard'

/** A brand that the widget offers beside the cards. */
export interface OfferedBrand {
  readonly name: string
  /** Name for people. */
  readonly label: string
  readonly form: Exclude<FormKind, 'card'>
  readonly flow: BrandGroup['flow']
  /** What the shopper has to give is asked for by code of its own: a folder of `widget/forms/methods/`. */
  readonly method?: 'transfer' | 'debit' | 'account' | 'wallet' | 'gift'
  readonly transfer?: TransferMethod
}

/** Accounts that are named by the number of a mobile phone. */
const PHONE_BRANDS: readonly string[] = ['STC_PAY']

/** How the widget offers a brand beside the cards; `undefined`: it does not. */
export function offeredBrand(name: string): OfferedBrand | undefined {
  const group = furtherBrands.find(({ brands }) => Object.hasOwn(brands, name))
  const form = group && formOf(group)
  if (group === undefined || form === undefined) return undefined
  const transfer = transferMethods[name]
  const method = methodOf(name, group)
  return {
    name,
    label: group.brands[name] ?? name,
    form,
    flow: group.flow,
    ...(transfer && { transfer }),
    ...(method && { method }),
  }
}

function formOf({ kind, flow }: BrandGroup): OfferedBrand['form'] | undefined {
  if (kind === 'prepayment' || kind === 'virtualAccount') return kind
  if (kind === 'bankAccount') return flow === 'redirect' ? 'onlineTransfer' : 'directDebit'
  // The buttons of wallets are in containers of accounts at a provider.
  if (kind === 'wallet') return 'virtualAccount'
  if (kind === 'giftCard') return kind
  return undefined
}

function methodOf(name: string, { kind, flow, method }: BrandGroup): OfferedBrand['method'] {
  if (Object.hasOwn(transferMethods, name)) return 'transfer'
  if (kind === 'bankAccount' && flow === 'synchronous') return 'debit'
  if (kind === 'wallet') return 'wallet'
  if (kind === 'giftCard') return 'gift'
  // Without another page the account at the provider is named here; an invoice needs none.
  const isNamedHere = flow === 'synchronous' && method === 'VA'
  return isNamedHere || PHONE_BRANDS.includes(name) ? 'account' : undefined
}
