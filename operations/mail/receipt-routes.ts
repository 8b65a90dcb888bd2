import { Type } from 'typebox'
import { isMailAddress } from '../../common/mail-address.ts'
import { hasRight } from '../../server/entities/rights.ts'
import { lackedForType } from '../../server/entities/token-limits.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { AuditFact } from '../../server/http/audited.ts'
import type { Caller, MerchantCall } from '../../server/http/call.ts'
import { answer, answered } from '../../server/http/described-answer.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { shaped } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { type Refusal, refuse, refuseParameters } from '../../server/results/refusal.ts'
import { commitParts } from '../../server/store/commit-parts.ts'
import type { MailRow, PaymentRow, Store } from '../../server/store/port.ts'
import { hasReceipt, shopperOf } from '../receipts/index.ts'
import { receipt, receiptCause } from './kinds/receipts.ts'
import { type MailRouteParts, membersOf, shownMail } from './routes.ts'

const tag = 'Administration'

/** Mails of one payment that are listed. */
const MAX_LISTED = 100

const mailRequest = requestOf(
  'receipts.mail',
  Type.Object({
    email: Type.Optional(
      shaped(/^.{3,254}$/, 'an e-mail address', {
        example: 'jane@home.example',
        personal: true,
        description: 'Where it goes; absent: to the `customer.email` of the payment.',
      }),
    ),
  }),
  { elsewhere: 'a receipt is mailed as the payment and its merchant have it' },
)

const mailsOfPayment = answer(
  'MailsOfPayment',
  { mails: Type.Array(shownMail) },
  'Mails about a payment, newest first.',
)

/** Receipts by mail. */
export const receiptMailRoutes: readonly Route<MailRouteParts>[] = [
  {
    method: 'post',
    path: '/admin/v1/payments/{id}/receipt',
    access: 'token',
    right: 'customers.write',
    operation: mailRequest,
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'mailReceipt',
      tag,
      summary: 'Mail the receipt of a payment',
      description:
        'To the shopper, or to the address that is sent, in the language of the shopper. An address to which no receipt of the payment has gone asks for what a refund asks for (`payments.move`; of a token the scope refund). 202: it is written, and sent as other mails are.',
      body: 'ReceiptMail',
      label: 'Receipt by mail',
      subject: 'payment',
      examples: [
        {
          name: 'elsewhere',
          summary: 'To another address',
          parameters: { email: 'jane@home.example' },
        },
      ],
      answers: [mailsOfPayment],
      further: { 404: 'RefusalAnswer' },
    },
    auditFacts: receiptFacts,
    handle: mailReceipt,
  },
  {
    method: 'get',
    path: '/admin/v1/payments/{id}/mails',
    access: 'token',
    right: 'payments.read',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'listMailsOfPayment',
      tag,
      summary: 'List the mails about a payment',
      description: 'Receipts and refund notices, newest first; at most 100.',
      label: 'Mails',
      subject: 'payment',
      answers: [mailsOfPayment],
      further: { 404: 'RefusalAnswer' },
    },
    handle: listMails,
  },
]

async function mailReceipt(
  { id, call, entry, request }: Asked<MerchantCall>,
  parts: MailRouteParts,
): Promise<Worked> {
  const { mailOutbox, store, clock } = parts
  const payment = await reached(id, call, parts)
  if (payment === undefined) return unknown
  if (mailOutbox === undefined) return noMailServer
  if (!hasReceipt(payment)) return noReceipt
  const sent = mailRequest.read(call.values)
  const shopper = await shopperOf(payment, parts)
  const address = sent.email ?? shopper?.address
  if (address === undefined) return refusedEmail('', 'is missing, and the payment has none')
  if (!isMailAddress(address)) return refusedEmail(address, 'is no e-mail address')
  const asked = { call, payment, shopper: shopper?.address }
  const refused = await addressRefused(address, asked, store)
  if (refused !== undefined) return refused
  const to = { address, language: shopper?.language ?? 'en' }
  const cause = receiptCause(payment, to, { atMs: clock.now() })
  const changes = await mailOutbox.changesOf(receipt, [cause])
  const [row] = changes.flatMap((change) => (change.kind === 'ensureMail' ? [change.row] : []))
  if (row === undefined) return refusedEmail(address, 'is no e-mail address')
  const shown = await shownMails([row], request.ndc, parts)
  const answerOf = () => ({ ...shown, status: 202 })
  const own = { owner: 'mail', changes } as const
  const { applied } = await commitParts(store, [own, ...keyParts(entry, answerOf)(row)])
  return applied ? answerTo(row, answerOf) : { keyInUse: true }
}

/**
 * Why somebody may not mail a receipt to an address; `undefined`: they may. It goes to the shopper of the payment, or
 * where mails about it have gone, by whoever may mail it. Another address gets what a stranger should not read: that
 * asks for what refunds ask for.
 */
async function addressRefused(
  address: string,
  {
    call,
    payment,
    shopper,
  }: {
    readonly call: MerchantCall
    readonly payment: PaymentRow
    readonly shopper: string | undefined
  },
  { read }: Pick<Store, 'read'>,
): Promise<Refusal | undefined> {
  const isSame = (other: string | undefined) => other?.toLowerCase() === address.toLowerCase()
  if (isSame(shopper)) return undefined
  const mails = await read.mailsOfSubject(payment.id, MAX_LISTED)
  if (mails.some(({ kind, recipient }) => kind === 'receipt' && isSame(recipient))) return undefined
  if (!hasRight(call, 'payments.move')) return notKnown
  return lackedForType(call, 'RF')
}

const notKnown = refuse('800.900.301', {
  status: 403,
  description:
    'The payment knows no such address: leave email out to mail the shopper, or ask somebody who may refund it',
})

/** The address as the audit log has it: its first character and its domain. */
function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${[...address][0]}…${address.slice(at)}`
}

/** What the audit log has of a receipt by mail: whom it was for, masked; `shopper` where no address was sent. */
async function receiptFacts(
  id: string,
  { flat, token }: Caller,
  { store: { read } }: MailRouteParts,
): Promise<readonly AuditFact[] | undefined> {
  const payment = await read.payment(id)
  if (payment === undefined) return undefined
  const path = await read.entityPath(payment.entityId)
  if (!path.some((one) => one.id === token.entityId)) return undefined
  const sent = flat.findLast(([name]) => name === 'email')?.[1]
  return [['recipient', sent === undefined ? 'shopper' : maskedAddress(sent)]]
}

async function listMails(
  { id, call, request }: Asked<MerchantCall>,
  parts: MailRouteParts,
): Promise<Answer | Refusal> {
  const payment = await reached(id, call, parts)
  if (payment === undefined) return unknown
  return shownMails(await parts.store.read.mailsOfSubject(id, MAX_LISTED), request.ndc, parts)
}

async function shownMails(
  rows: readonly MailRow[],
  ndc: string,
  { store, clock }: MailRouteParts,
): Promise<Answer> {
  const mails = await Promise.all(rows.map((row) => membersOf(row, store)))
  return answered(mailsOfPayment, { mails }, { ndc, atMs: clock.now() })
}

async function reached(
  id: string,
  call: MerchantCall,
  { store, access }: MailRouteParts,
): Promise<PaymentRow | undefined> {
  const payment = await store.read.payment(id)
  const isReached = payment !== undefined && (await access.reaches(call, payment.entityId))
  return isReached ? payment : undefined
}

const refusedEmail = (value: string, message: string) =>
  refuseParameters([{ name: 'email', value, message }])

const unknown = refuse('700.400.580', { status: 404 })

const noReceipt = refuse('700.400.580', {
  status: 404,
  description:
    'There is a receipt of a debit, capture or rebill that has succeeded, and of nothing else',
})

const noMailServer = refuse('200.300.404', {
  description: 'This gateway sends no mails: its operator sets TILLGATE_SMTP_SERVER',
})
