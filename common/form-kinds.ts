import type { BrandGroup } from './payment-brand-table.ts'
import { furtherBrands } from './payment-brand-table.ts'

/** Kinds of forms of the widget: the classes of a form begin with its kind (reference behaviour §3.7). */
export type FormKind = 'card' | 'prepayment' | 'virtualAccount' | 'onlineTransfer'

/** A brand that the widget offers beside the cards. */
export interface OfferedBrand {
  /** Name for people. */
  readonly label: string
  readonly form: Exclude<FormKind, 'card'>
  readonly flow: BrandGroup['flow']
}

/**
 * How the widget offers a brand beside the cards; `undefined`: it does not. What the shopper would have to
 * give is asked for on another page, or not at all.
 */
export function offeredBrand(name: string): OfferedBrand | undefined {
  const group = furtherBrands.find(({ brands }) => Object.hasOwn(brands, name))
  const form = group && formOf(group)
  return form && { label: group.brands[name] ?? name, form, flow: group.flow }
}

function formOf({ kind, flow, method }: BrandGroup): OfferedBrand['form'] | undefined {
  if (kind === 'prepayment') return kind
  if (kind === 'bankAccount') return flow === 'redirect' ? 'onlineTransfer' : undefined
  // Without another page an account at a provider has to be named; an invoice needs none.
  return kind === 'virtualAccount' && (flow === 'redirect' || method === 'IV') ? kind : undefined
}
