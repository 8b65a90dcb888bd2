import { resolveLocale } from '../../common/locale-tags.ts'
import { type Money, parseAmount } from '../../common/money.ts'
import type { Access } from '../../server/entities/access.ts'
import { requestOf } from '../../server/features/checkouts/index.ts'
import { shortIdOf } from '../../server/kernel/ids.ts'
import { personIn, readDetails } from '../../server/payments/index.ts'
import { isRejected } from '../../server/payments/record/index.ts'
import type { PaymentRow, Store } from '../../server/store/port.ts'
import { bookedAtMs } from '../settlement/index.ts'

/** What a shopper has bought, as the order names it. */
export interface ReceiptItem {
  readonly name: string
  readonly quantity: string | undefined
  readonly total: Money | undefined
  /** In percent, as the shop has sent it. */
  readonly taxPercent: string | undefined
}

/** What was given back, and when. */
export interface ReceiptRefund {
  readonly paymentId: string
  readonly atMs: number
  readonly amount: Money
}

/** What a shopper has paid a merchant. */
export interface Receipt {
  readonly paymentId: string
  /** Its number, for people. */
  readonly number: string
  readonly merchantName: string
  readonly address: readonly string[]
  readonly taxNumber: string | undefined
  readonly logo: string | undefined
  readonly replyTo: string | undefined
  /** Of its times. */
  readonly timeZone: string
  /** The merchant's own reference of the order. */
  readonly reference: string | undefined
  readonly paidAtMs: number
  readonly brand: string
  readonly last4: string | undefined
  readonly amount: Money
  readonly items: readonly ReceiptItem[]
  /** Of all items; `undefined`: the order says none. */
  readonly tax: Money | undefined
  readonly refunds: readonly ReceiptRefund[]
  /** The shopper's address, and a code of `locales/`. */
  readonly email: string | undefined
  readonly language: string
}

export interface ReceiptParts {
  readonly store: Pick<Store, 'read'>
  readonly access: Pick<Access, 'settingsOf' | 'merchantNameOf'>
}

/** What takes money from a shopper. */
const PAID: readonly string[] = ['DB', 'CP', 'RB']

/** Whether there is a receipt of a payment: money has moved to the merchant, and stays until it is given back. */
export function hasReceipt(payment: PaymentRow): boolean {
  const { paymentType, state, failedLaterAtMs } = payment
  return (
    PAID.includes(paymentType) &&
    state === 'succeeded' &&
    failedLaterAtMs === null &&
    !isRejected(payment)
  )
}

/** The receipt of a payment; `undefined`: it has none. */
export async function readReceipt(
  payment: PaymentRow,
  { store, access }: ReceiptParts,
): Promise<Receipt | undefined> {
  if (!hasReceipt(payment)) return undefined
  const [settings, merchantName, family] = await Promise.all([
    access.settingsOf(payment.entityId),
    access.merchantNameOf(payment.entityId),
    store.read.paymentsOfFamily(payment.familyId),
  ])
  const root = family.find(({ id }) => id === payment.familyId) ?? payment
  const { receipts = {}, timeZone = 'UTC' } = settings
  const order = { ...readDetails(root).request, ...readDetails(payment).request }
  const { currency } = payment
  const { email, last4 } = { ...personIn(readDetails(root)), ...known(payment) }
  return {
    paymentId: payment.id,
    number: shortIdOf(payment.id),
    merchantName: receipts.merchantName ?? merchantName,
    address: receipts.address ?? [],
    taxNumber: receipts.taxNumber,
    logo: receipts.logo,
    replyTo: receipts.replyTo,
    timeZone,
    reference: payment.merchantTransactionId ?? root.merchantTransactionId ?? undefined,
    paidAtMs: bookedAtMs(payment),
    brand: payment.paymentBrand,
    last4,
    amount: { minor: payment.amountMinor, currency },
    items: itemsOf(order, currency),
    tax: taxOf(order, currency),
    refunds: refundsOf(payment, family),
    email,
    language: await languageOf(root, order, store.read),
  }
}

/** Whom a mail about a payment goes to, and in which language; `undefined`: the shopper's address is not known. */
export async function shopperOf(
  payment: PaymentRow,
  { store }: Pick<ReceiptParts, 'store'>,
): Promise<{ readonly address: string; readonly language: string } | undefined> {
  const isRoot = payment.familyId === payment.id
  const root = (isRoot ? undefined : await store.read.payment(payment.familyId)) ?? payment
  const order = { ...readDetails(root).request, ...readDetails(payment).request }
  const address = order['customer.email']
  if (address === undefined) return undefined
  return { address, language: await languageOf(root, order, store.read) }
}

/** What is known of a person by a payment itself. */
function known(payment: PaymentRow) {
  const entries = Object.entries(personIn(readDetails(payment)))
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

type Order = Readonly<Record<string, string>>

const MAX_ITEMS = 100

function itemsOf(order: Order, currency: string): readonly ReceiptItem[] {
  const items: ReceiptItem[] = []
  for (let at = 0; at < MAX_ITEMS; at += 1) {
    const of = (member: string) => order[`cart.items[${at}].${member}`]
    const name = of('name') ?? of('merchantItemId') ?? of('description')
    if (name === undefined) continue
    items.push({
      name,
      quantity: of('quantity'),
      total: moneyIn(of('totalAmount'), currency) ?? timesPrice(of, currency),
      taxPercent: of('tax'),
    })
  }
  return items
}

/** A price is that of one; of a part of one, such as 0.5, no total is said. */
function timesPrice(
  of: (member: string) => string | undefined,
  currency: string,
): Money | undefined {
  const price = moneyIn(of('price'), currency)
  const minor = (price?.minor ?? Number.NaN) * Number(of('quantity') ?? 1)
  return Number.isSafeInteger(minor) ? { minor, currency } : undefined
}

function taxOf(order: Order, currency: string): Money | undefined {
  let minor: number | undefined
  for (let at = 0; at < MAX_ITEMS; at += 1) {
    const tax = moneyIn(order[`cart.items[${at}].totalTaxAmount`], currency)
    if (tax !== undefined) minor = (minor ?? 0) + tax.minor
  }
  return minor === undefined ? undefined : { minor, currency }
}

function moneyIn(text: string | undefined, currency: string): Money | undefined {
  const money = text === undefined ? undefined : parseAmount(text, currency)
  return typeof money === 'object' ? money : undefined
}

function refundsOf({ id }: PaymentRow, family: readonly PaymentRow[]): readonly ReceiptRefund[] {
  return family
    .filter(
      (one) =>
        one.referencedId === id &&
        one.state === 'succeeded' &&
        one.failedLaterAtMs === null &&
        (one.operation === 'refund' || one.operation === 'reversal'),
    )
    .map((one) => ({
      paymentId: one.id,
      atMs: bookedAtMs(one),
      amount: { minor: one.amountMinor, currency: one.currency },
    }))
    .sort((one, other) => one.atMs - other.atMs)
}

/** That of the checkout's page, else of the customer, else of the browser; a code of `locales/`. */
async function languageOf(
  { checkoutId }: PaymentRow,
  order: Order,
  read: Pick<Store['read'], 'checkout'>,
): Promise<string> {
  const checkout = checkoutId === null ? undefined : await read.checkout(checkoutId)
  const tags = [
    checkout && requestOf(checkout).get('locale'),
    order['customer.language'],
    order['customer.browser.language'],
  ]
  return tags.map(resolveLocale).find((code) => code !== undefined) ?? 'en'
}
