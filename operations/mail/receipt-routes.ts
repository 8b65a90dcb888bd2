import { Type } from 'typebox'
import { isMailAddress } from '../../common/mail-address.ts'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { answer, answered } from '../../server/http/described-answer.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { shaped } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { type Refusal, refuse, refuseParameters } from '../../server/results/refusal.ts'
import { commitParts } from '../../server/store/commit-parts.ts'
import type { MailRow, PaymentRow } from '../../server/store/port.ts'
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
        'To the shopper, or to the address that is sent, in the language of the shopper. 202: it is written, and sent as other mails are.',
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
