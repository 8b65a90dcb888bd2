import { type Content, html, type Markup } from '../../../server/http/pages/markup.ts'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'
import { Refusal } from './refusal.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'

/** Where an emulator shows what it was asked, and lets a person disturb it. */
export const CONTROL_PATH = '/emulator'

/**
 * What a program reads there: the book and the kinds of faults that were injected as JSON, and the report of all that
 * was paid out, as the acquirer writes it.
 */
const LEDGER_PATH = `${CONTROL_PATH}/ledger`
const TAKEN_PATH = `${CONTROL_PATH}/faults`
const REPORT_PATH = `${CONTROL_PATH}/report`

export const isControl = (path: string) =>
  [CONTROL_PATH, LEDGER_PATH, TAKEN_PATH, REPORT_PATH].includes(path)

/** What the page shows and acts on. */
export interface Controlled<Fault extends { readonly kind: string }> {
  readonly name: string
  readonly faults: Pick<Faults<Fault, never>, 'add' | 'clear' | 'drawBy' | 'release' | 'taken'>
  /** Faults as a person chooses them. */
  readonly namedFaults: Readonly<Record<string, Fault>>
  /** What may happen to an object, by its id. */
  readonly namedHappenings: Readonly<Record<string, (id: string) => unknown>>
  readonly webhooks: {
    readonly pending: () => readonly unknown[]
    readonly deliver: () => Promise<unknown>
  }
  readonly log: RequestLog
  readonly ledger: Pick<Ledger, 'all'>
  /** CSV: what was settled with all payouts until now. */
  readonly report: () => string
  readonly runDue: () => void
  /** Examples of a path and of ids. */
  readonly examples: { readonly path: string; readonly id: string }
}

const MAX_SHOWN = 100

/** Does what a form of the page asks for. */
export async function control<Fault extends { readonly kind: string }>(
  controlled: Controlled<Fault>,
  form: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { faults, namedFaults, namedHappenings, webhooks, runDue } = controlled
  const { action, name = '', path = '', id = '' } = form
  if (typeof name !== 'string' || typeof path !== 'string' || typeof id !== 'string') return
  switch (action) {
    case 'fault': {
      const fault = own(namedFaults, name)
      if (fault === undefined) throw new Refusal(400, `No such fault: ${name}`)
      faults.add(fault, { ...(path === '' ? {} : { path }), method: 'POST' })
      return
    }
    case 'happening': {
      const happening = own(namedHappenings, name)
      if (happening === undefined) throw new Refusal(400, `No such happening: ${name}`)
      happening(id)
      return
    }
    case 'draw':
      faults.drawBy(drawnOf(form))
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
      throw new Refusal(400, 'No such action.')
  }
}

/** From now on so many of a hundred requests have a fault. */
function drawnOf({ seed, percent }: Readonly<Record<string, unknown>>) {
  const share = Number(percent) / 100
  if (!/^\d{1,9}$/.test(String(seed)) || !(share > 0 && share <= 1)) {
    throw new Refusal(400, 'Faults are drawn by a seed of digits and a percentage.')
  }
  return { seed: Number(seed), share }
}

const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The page itself; `said`: what the last form has met. */
export function controlPage<Fault extends { readonly kind: string }>(
  { name, log, webhooks, namedFaults, namedHappenings, examples }: Controlled<Fault>,
  said?: Refusal,
): Markup {
  const { seen, invalid, refused, outsideSchema, wrongAnswers } = log.counts
  const requests = log.all.slice(-MAX_SHOWN).reverse()
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Emulated ${name}</title><style>${STYLE}</style></head><body><main><h1>Emulated ${name}</h1>
${said === undefined ? undefined : html`<p role="alert">${said.message}</p>`}
<p>${seen} requests, ${invalid} invalid, ${refused} refused, ${outsideSchema} outside the published schemas,
${wrongAnswers} wrong answers; ${webhooks.pending().length} events wait.</p>
<form method="post"><input type="hidden" name="action" value="fault">
<label>The next request that changes something has the fault ${select(Object.keys(namedFaults))}</label>
<label>of this path only <input name="path" placeholder="${examples.path}"></label>
<button>Plan it</button></form>
<form method="post"><input type="hidden" name="action" value="happening">
<label>Let it happen: ${select(Object.keys(namedHappenings))}</label>
<label>to <input name="id" required placeholder="${examples.id}"></label>
<button>Do it</button></form>
<form method="post"><input type="hidden" name="action" value="draw">
<label>Draw faults by the seed <input name="seed" inputmode="numeric" value="1"></label>
<label>for so many of a hundred requests <input name="percent" inputmode="decimal" value="10"></label>
<button>Draw them</button></form>
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

/** A page of an emulator, or where the browser goes instead. */
export interface Page {
  readonly status: number
  readonly text?: string
  /** HTML when absent. */
  readonly type?: string
  readonly location?: string
}

/** Answers a browser, or a program, at a path of `isControl`; `form`: what it has submitted. */
export async function controlled<Fault extends { readonly kind: string }>(
  parts: Controlled<Fault>,
  path: string,
  form: Readonly<Record<string, unknown>> | undefined,
): Promise<Page> {
  if (path === LEDGER_PATH) return json(Object.fromEntries(parts.ledger.all()))
  if (path === TAKEN_PATH) return json(parts.faults.taken)
  if (path === REPORT_PATH) return { status: 200, text: parts.report(), type: 'text/csv' }
  if (form === undefined) return { status: 200, text: controlPage(parts).text }
  try {
    await control(parts, form)
    return { status: 303, location: CONTROL_PATH }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, text: controlPage(parts, error).text }
  }
}

const json = (value: unknown): Page => ({
  status: 200,
  text: JSON.stringify(value),
  type: 'application/json',
})
