import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parseAmount } from '../../common/money.ts'
import { openRequest } from '../../server/kernel/webhook-formats/open-request.ts'
import { secretOf } from '../../server/kernel/webhook-formats/secrets.ts'
import type {
  AcquirerEvent,
  EventReader,
  EventSubject,
  EventsRead,
} from '../../server/payments/connectors/acquirer-event.ts'
import { isResultCode } from '../../server/results/catalogue.ts'
import { textAt } from '../shared/json.ts'
import { answerOf, type ReceiverAnswer } from './answer.ts'
import { DECLINED, outcomeOfPayment } from './outcome.ts'
import { MARK_KEY } from './outgoing.ts'

/**
 * Reads the webhooks of a receiver (docs/webhooks.md), of either format. `keys`: the secrets of its webhook, each as
 * `whsec_` and base64 or as 64 hex digits; one message is under one of them.
 */
export function createEventReader(keys: readonly string[]): EventReader {
  const secrets = keys.map(secretOf)
  return {
    read(raw, headers, nowMs) {
      const request = { headers: singleHeaders(headers), body: raw.toString('utf8') }
      let fault = 'is under no key of this account'
      for (const secret of secrets) {
        const opened = openRequest(request, { secret, nowMs })
        if ('text' in opened) return readMessage(opened.text, request.headers)
        fault = opened.fault
      }
      return { kind: 'refused', status: 401, reason: fault }
    },
  }
}

function singleHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]] as const)
  return Object.fromEntries(entries)
}

type Headers = Readonly<Record<string, string | undefined>>

function readMessage(text: string, headers: Headers): EventsRead {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return { kind: 'refused', status: 400, reason: 'is no JSON' }
  }
  const type = textAt(message, 'type')
  if (type === undefined) return { kind: 'refused', status: 400, reason: 'has no type' }
  // The message that makes a webhook active.
  if (type === 'test') return { kind: 'genuine', events: [] }
  const event = eventOf(type, message, idOf(text, headers))
  return { kind: 'genuine', events: event === undefined ? [] : [event] }
}

/** Of an encrypted message the header is not proved, and somebody who repeats one could name it anew. */
function idOf(text: string, headers: Headers): string {
  const named = headers['webhook-signature'] === undefined ? undefined : headers['webhook-id']
  return named ?? createHash('sha256').update(text).digest('hex')
}

/** `undefined`: it tells nothing new, as that a payment is still under way. */
function eventOf(type: string, message: unknown, id: string): AcquirerEvent | undefined {
  const action = textAt(message, 'action') ?? textAt(message, 'payload.event')
  const occurredAtMs = timeOf(textAt(message, 'payload.timestamp'))
  const common = {
    id,
    name: action === undefined ? type : `${type} ${action}`,
    ...(occurredAtMs === undefined ? {} : { occurredAtMs }),
    facts: factsOf(message),
  }
  const answer = answerOf((message as { readonly payload?: unknown }).payload)
  if (type === 'PAYMENT' && answer !== undefined) return paymentEvent(answer, common)
  const about = answer === undefined ? [] : subjectsOf(answer)
  if (type === 'HOLD' && action === 'expired') return { ...common, kind: 'holdEnded', about }
  return { ...common, kind: type === 'DISPUTE' ? 'dispute' : 'other', about }
}

type Common = Pick<AcquirerEvent, 'id' | 'name' | 'occurredAtMs' | 'facts'>

function paymentEvent(answer: ReceiverAnswer, common: Common): AcquirerEvent | undefined {
  const { members } = answer
  const about = subjectsOf(answer)
  const paymentType = textAt(members, 'paymentType') ?? ''
  if (paymentType === 'CB' || paymentType === 'CR') {
    return { ...common, kind: 'dispute', about: targetOf(answer) }
  }
  const code = textAt(members, 'resultDetails.FailedLaterCode')
  if (code !== undefined) {
    // The payment that has failed says when; the one that books the failure there names it.
    const isItself = textAt(members, 'resultDetails.FailedLaterAt') !== undefined
    const told = { kind: 'failedLater', code: isResultCode(code) ? code : DECLINED } as const
    return { ...common, kind: 'failedLater', about: isItself ? about : targetOf(answer), told }
  }
  const paymentId = markOf(answer)
  const amount = parseAmount(textAt(members, 'amount') ?? '', textAt(members, 'currency') ?? '')
  if (paymentId === undefined) return { ...common, kind: 'madeElsewhere', about }
  // Without an amount it is no payment of ours.
  if (typeof amount === 'string') return { ...common, kind: 'other', about }
  const { outcome } = outcomeOfPayment(answer, { paymentId, amount, request: {} }, undefined)
  if (outcome.kind === 'unknown' || outcome.kind === 'notSent') return undefined
  return { ...common, kind: 'outcome', about, told: outcome, amount }
}

function markOf({ members }: ReceiverAnswer): string | undefined {
  return textAt(members, `customParameters.${MARK_KEY}`)
}

function subjectsOf(answer: ReceiverAnswer): readonly EventSubject[] {
  const { id } = answer
  const paymentId = markOf(answer)
  return [
    ...(paymentId === undefined ? [] : [{ paymentId }]),
    ...(id === undefined ? [] : [referenceTo(id)]),
  ]
}

/** The payment that an operation there refers to. */
function targetOf({ members }: ReceiverAnswer): readonly EventSubject[] {
  const id = textAt(members, 'referencedId')
  return id === undefined ? [] : [referenceTo(id)]
}

function referenceTo(id: string): EventSubject {
  return { reference: { kind: 'payment', value: id } }
}

const SHOWN = ['id', 'paymentType', 'amount', 'currency', 'result.code', 'event', 'state', 'reason']

function factsOf(message: unknown): Record<string, string> {
  const found = SHOWN.map((name) => [name, textAt(message, `payload.${name}`)] as const)
  return Object.fromEntries(
    found.filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Of `yyyy-MM-dd HH:mm:ss+0000`, as answers have it. */
function timeOf(timestamp = ''): number | undefined {
  const atMs = Date.parse(timestamp.replace(' ', 'T').replace(/\+0000$/, 'Z'))
  return Number.isNaN(atMs) ? undefined : atMs
}
