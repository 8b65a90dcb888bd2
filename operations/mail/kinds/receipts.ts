import { paymentBrand } from '../../../common/payment-brands.ts'
import type { Change, MailRow, PaymentRow } from '../../../server/store/port.ts'
import { hasReceipt, type Receipt, readReceipt, shopperOf } from '../../receipts/index.ts'
import type { Composed, MailCause, MailKind, MailParts } from '../mail-kind.ts'
import { shopperWords, type Words } from '../texts.ts'

/** What a shopper has paid, where the merchant wants it to be mailed. */
export const receipt: MailKind = {
  name: 'receipt',
  on: ['insertPayment', 'stepPayment'],
  mayCause: succeeds,
  causes: (changes, parts) =>
    mailsOf(changes, parts, { wanted: 'sendReceipts', isTold: hasReceipt }),
  compose: receiptMail,
}

/** What a shopper was given back. */
export const refundNotice: MailKind = {
  name: 'refundNotice',
  on: ['insertPayment', 'stepPayment'],
  mayCause: succeeds,
  causes: (changes, parts) =>
    mailsOf(changes, parts, {
      wanted: 'sendRefunds',
      isTold: ({ operation }) => operation === 'refund',
    }),
  compose: refundMail,
}

/** The mails about payments that succeed, of merchants who want them. */
async function mailsOf(
  changes: readonly Change[],
  parts: MailParts,
  {
    wanted,
    isTold,
  }: {
    readonly wanted: 'sendReceipts' | 'sendRefunds'
    readonly isTold: (row: PaymentRow) => boolean
  },
): Promise<readonly MailCause[]> {
  const rows = (await succeededIn(changes, parts)).filter(isTold)
  const found = rows.map(async (row) => {
    const { receipts } = await parts.access.settingsOf(row.entityId)
    return receipts?.[wanted] === true ? causeOf(row, parts) : undefined
  })
  return (await Promise.all(found)).filter((cause) => cause !== undefined)
}

function succeeds(change: Change): boolean {
  if (change.kind === 'insertPayment') return change.row.state === 'succeeded'
  return change.kind === 'stepPayment' && change.set.state === 'succeeded'
}

/** The payments that a commit lets succeed, as they are after it. */
async function succeededIn(
  changes: readonly Change[],
  { store }: MailParts,
): Promise<readonly PaymentRow[]> {
  const rows = await Promise.all(
    changes.filter(succeeds).map(async (change) => {
      if (change.kind === 'insertPayment') return change.row
      if (change.kind !== 'stepPayment') return undefined
      const row = await store.read.payment(change.id)
      return row && { ...row, ...change.set }
    }),
  )
  return rows.filter((row) => row !== undefined)
}

async function causeOf(row: PaymentRow, parts: MailParts): Promise<MailCause | undefined> {
  const shopper = await shopperOf(row, parts)
  return shopper && receiptCause(row, shopper)
}

/** The mail to a shopper about a payment. `again`: one that a person has sent, and not the payment itself. */
export function receiptCause(
  { id, entityId, updatedAtMs }: PaymentRow,
  { address, language }: { readonly address: string; readonly language: string },
  again?: { readonly atMs: number },
): MailCause {
  const atMs = again?.atMs ?? updatedAtMs
  const name = again === undefined ? id : `${id} ${atMs}`
  return { entityId, subjectId: id, name, atMs, to: { address, language }, facts: {} }
}

async function receiptMail(row: MailRow, parts: MailParts): Promise<Composed | undefined> {
  const payment = await parts.store.read.payment(row.subjectId)
  const bought = payment && (await readReceipt(payment, parts))
  if (bought === undefined) return undefined
  const words = shopperWords(row.language)
  const facts = { merchant: bought.merchantName, amount: bought.amount }
  return shopperMail(bought, words, {
    subject: words.say('receiptSubject', facts),
    text: words.say('receiptText', facts),
    rows: [...headRows(bought, words), ...itemRows(bought, words), ...sumRows(bought, words)],
  })
}

async function refundMail(row: MailRow, parts: MailParts): Promise<Composed | undefined> {
  const { read } = parts.store
  const refund = await read.payment(row.subjectId)
  const target = refund?.referencedId ? await read.payment(refund.referencedId) : undefined
  const bought = target && (await readReceipt(target, parts))
  if (refund?.state !== 'succeeded' || bought === undefined) return undefined
  const words = shopperWords(row.language)
  const amount = { minor: refund.amountMinor, currency: refund.currency }
  const facts = { merchant: bought.merchantName, amount }
  return shopperMail(bought, words, {
    subject: words.say('refundSubject', facts),
    text: words.say('refundText', facts),
    rows: [...headRows(bought, words), ...sumRows(bought, words)],
  })
}

type Row = readonly [string, string]

function headRows(bought: Receipt, words: Words): readonly Row[] {
  const { number, reference, paidAtMs, timeZone, brand, last4 } = bought
  const method = [paymentBrand(brand)?.label ?? brand, ...(last4 ? [`•••• ${last4}`] : [])]
  return [
    [words.say('number'), number],
    ...(reference === undefined ? [] : [[words.say('reference'), reference] as const]),
    [words.say('date'), words.day(paidAtMs, timeZone)],
    [words.say('method'), method.join(' ')],
  ]
}

function itemRows({ items }: Receipt, words: Words): readonly Row[] {
  return items.map(({ name, quantity, total }) => [
    quantity === undefined || quantity === '1' ? name : `${quantity} × ${name}`,
    total === undefined ? '' : words.shown(total),
  ])
}

function sumRows({ amount, tax, refunds, timeZone }: Receipt, words: Words): readonly Row[] {
  return [
    ...(tax === undefined ? [] : [[words.say('tax'), words.shown(tax)] as const]),
    [words.say('total'), words.shown(amount)],
    ...refunds.map(({ atMs, amount: { minor, currency } }): Row => {
      const date = words.day(atMs, timeZone)
      return [words.say('refunded', { date }), words.shown({ minor: -minor, currency })]
    }),
  ]
}

/** A mail in the merchant's name: logo, what it tells, and at the end who the merchant is. */
function shopperMail(
  { merchantName, logo, address, taxNumber, replyTo }: Receipt,
  words: Words,
  {
    subject,
    text,
    rows,
  }: { readonly subject: string; readonly text: string; readonly rows: readonly Row[] },
): Composed {
  const number = taxNumber === undefined ? [] : [`${words.say('taxNumber')}: ${taxNumber}`]
  return {
    words,
    subject,
    fromName: merchantName,
    ...(replyTo === undefined ? {} : { replyTo }),
    blocks: [
      ...(logo === undefined ? [] : [{ kind: 'image', url: logo, alt: merchantName } as const]),
      { kind: 'heading', text: merchantName },
      { kind: 'text', text },
      { kind: 'rows', rows },
      ...(replyTo === undefined ? [] : [{ kind: 'text', text: words.say('questions') } as const]),
      { kind: 'foot', text: [merchantName, ...address, ...number].join('\n') },
    ],
  }
}
