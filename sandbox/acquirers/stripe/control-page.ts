import { type Content, html, type Markup } from '../../../server/http/pages/markup.ts'
import type { Happenings } from './happenings.ts'
import type { Webhooks } from './webhooks.ts'
import { type ApiError, invalid } from './wire/errors.ts'
import type { Fault, Faults } from './wire/faults.ts'
import type { RawGroup } from './wire/form-body.ts'
import type { LoggedRequest, RequestLog } from './wire/request-log.ts'

/** Where the emulator shows what it was asked, and lets a person disturb it. */
export const CONTROL_PATH = '/emulator'

/** What the page acts on. */
export interface Controlled {
  readonly faults: Faults
  readonly happenings: Happenings
  readonly webhooks: Webhooks
  readonly log: RequestLog
  readonly runDue: () => void
}

const MAX_SHOWN = 100

/** Faults as a person chooses them. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'no connection': { kind: 'noConnection' },
  'done, without an answer': { kind: 'acceptedWithoutAnswer' },
  'late answer': { kind: 'lateAnswer' },
  'half an answer': { kind: 'halfAnswer' },
  'error that is repeated, done': { kind: 'storedError', isDone: true },
  'error that is repeated, not done': { kind: 'storedError', isDone: false },
  'error with nothing done': { kind: 'error', status: 500 },
  'too many requests': { kind: 'rateLimited' },
  'too many requests, with a time': { kind: 'rateLimited', retryAfterS: 5 },
  'object locked': { kind: 'lockTimeout' },
  'key in use': { kind: 'keyInUse' },
  'key expired': { kind: 'keyExpired' },
  'credential revoked': { kind: 'credentialRevoked' },
  'permission missing': { kind: 'permissionMissing' },
  'other environment': { kind: 'otherEnvironment' },
  declined: { kind: 'decline', code: 'generic_decline' },
  'events before the answer': { kind: 'eventsBeforeAnswer' },
  'events twice': { kind: 'eventsTwice' },
  'events reversed': { kind: 'eventsReversed' },
  'events lost': { kind: 'eventsLost' },
}

/** What may happen to an object, by its id. */
const HAPPENINGS = {
  'refund made elsewhere': ({ happenings }, id) => happenings.refundElsewhere(id),
  'capture made elsewhere': ({ happenings }, id) => happenings.captureElsewhere(id),
  'paid elsewhere': ({ happenings }, id) => happenings.paidElsewhere(id),
  'charge fails late': ({ happenings }, id) => happenings.chargeFails(id),
  'hold expires': ({ happenings }, id) => happenings.holdExpires(id),
  'refund fails': ({ happenings }, id) => happenings.refundFails(id),
  'dispute opens': ({ happenings }, id) => happenings.disputeOpens(id),
  'dispute is won': ({ happenings }, id) => happenings.disputeEnds(id, 'won'),
  'dispute is lost': ({ happenings }, id) => happenings.disputeEnds(id, 'lost'),
  'fraud is reported': ({ happenings }, id) => happenings.fraudIsReported(id),
  'payout in this currency': ({ happenings }, id) => happenings.paysOut(id),
  'payout fails': ({ happenings }, id) => happenings.payoutFails(id),
} as const satisfies Record<string, (controlled: Controlled, id: string) => unknown>

const isHappening = (name: string): name is keyof typeof HAPPENINGS =>
  Object.hasOwn(HAPPENINGS, name)

/** Does what a form of the page asks for. */
export async function control(controlled: Controlled, form: RawGroup): Promise<void> {
  const { faults, webhooks, runDue } = controlled
  const { action, name = '', path = '', id = '' } = form
  if (typeof name !== 'string' || typeof path !== 'string' || typeof id !== 'string') return
  switch (action) {
    case 'fault': {
      const fault = Object.hasOwn(FAULTS, name) ? FAULTS[name] : undefined
      if (fault === undefined) throw invalid(`No such fault: ${name}`)
      const params = { ...(path === '' ? {} : { path }), method: 'POST' as const }
      faults.add(fault, params)
      return
    }
    case 'happening':
      if (!isHappening(name)) throw invalid(`No such happening: ${name}`)
      HAPPENINGS[name](controlled, id)
      return
    case 'clear':
      faults.clear()
      return
    case 'release':
      faults.release()
      return
    case 'due':
      runDue()
      return
    case 'deliver':
      await webhooks.deliver()
      return
    default:
      throw invalid('No such action.')
  }
}

/** The page itself; `said`: what the last form has met. */
export function controlPage({ log, webhooks }: Controlled, said?: ApiError): Markup {
  const { seen, invalid: wrong, refused, outsideSchema, wrongAnswers } = log.counts
  const requests = log.all.slice(-MAX_SHOWN).reverse()
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Emulated Stripe</title><style>${STYLE}</style></head><body><main><h1>Emulated Stripe</h1>
${said === undefined ? undefined : html`<p role="alert">${said.body.message}</p>`}
<p>${seen} requests, ${wrong} invalid, ${refused} refused, ${outsideSchema} outside the published schemas,
${wrongAnswers} wrong answers; ${webhooks.pending().length} events wait.</p>
<form method="post"><input type="hidden" name="action" value="fault">
<label>The next request that changes something has the fault ${select(Object.keys(FAULTS))}</label>
<label>of this path only <input name="path" placeholder="/v1/refunds"></label>
<button>Plan it</button></form>
<form method="post"><input type="hidden" name="action" value="happening">
<label>Let it happen: ${select(Object.keys(HAPPENINGS))}</label>
<label>to <input name="id" required placeholder="pi_…, re_…, du_…, po_… or eur"></label>
<button>Do it</button></form>
<form method="post">${ACTIONS.map(
    ([action, text]) => html`<button name="action" value="${action}">${text}</button> `,
  )}</form>
<table><caption>The latest requests</caption>
<thead><tr><th>Time<th>Request<th>Status<th>Fault<th>Parameters</thead>
<tbody>${requests.map(row)}</tbody></table></main></body></html>`
}

const ACTIONS = [
  ['deliver', 'Send the events that wait'],
  ['release', 'Send late answers'],
  ['due', 'Do what is due'],
  ['clear', 'No further faults'],
] as const

const STYLE =
  'body{font:16px/1.5 system-ui;margin:2rem}label,form{display:block;margin:.5rem 0}td{vertical-align:top;padding:.25rem .75rem .25rem 0;font:13px/1.4 monospace;overflow-wrap:anywhere}th{text-align:start}'

const select = (names: readonly string[]): Content =>
  html`<select name="name">${names.map((name) => html`<option>${name}</option>`)}</select>`

const row = ({ at, method, path, status, fault, params, refused }: LoggedRequest): Markup =>
  html`<tr><td>${new Date(at).toISOString()}<td>${method} ${path}<td>${status ?? 'none'}
<td>${fault}<td>${refused === undefined ? undefined : html`${refused}<br>`}${JSON.stringify(params)}`
