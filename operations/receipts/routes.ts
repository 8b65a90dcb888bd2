import type { Answer } from '../../server/http/answer.ts'
import type { CallParts, MerchantCall } from '../../server/http/call.ts'
import { answered } from '../../server/http/described-answer.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { type Refusal, refuse } from '../../server/results/refusal.ts'
import type { Store } from '../../server/store/port.ts'
import { receiptAnswer, receiptMembers } from './answer.ts'
import { readReceipt } from './receipt.ts'

export interface ReceiptRouteParts extends CallParts {
  readonly store: Store
}

/** What a shopper has paid. */
export const receiptRoutes: readonly Route<ReceiptRouteParts>[] = [
  {
    method: 'get',
    path: '/admin/v1/payments/{id}/receipt',
    access: 'token',
    right: 'payments.read',
    operation: 'status',
    throttle: 'status',
    docs: {
      id: 'readReceipt',
      tag: 'Administration',
      summary: 'Read the receipt of a payment',
      description:
        'Of a debit, capture or rebill that has succeeded: merchant, items, tax, method, and what was given back with its dates. 404 of every other payment. Name, address and tax number are settings of the merchant (`receipts`).',
      label: 'Receipt',
      subject: 'payment',
      answers: [receiptAnswer],
      further: { 404: 'RefusalAnswer' },
    },
    handle: read,
  },
]

async function read(
  { id, call, request }: Asked<MerchantCall>,
  parts: ReceiptRouteParts,
): Promise<Answer | Refusal> {
  const payment = await parts.store.read.payment(id)
  if (payment === undefined || !(await parts.access.reaches(call, payment.entityId))) return unknown
  const receipt = await readReceipt(payment, parts)
  if (receipt === undefined) return noReceipt
  const meta = { ndc: request.ndc, atMs: parts.clock.now() }
  return answered(receiptAnswer, receiptMembers(receipt), meta)
}

const unknown = refuse('700.400.580', { status: 404 })

const noReceipt = refuse('700.400.580', {
  status: 404,
  description:
    'There is a receipt of a debit, capture or rebill that has succeeded, and of nothing else',
})
