import { html } from '../../server/http/pages/markup.ts'
import { allResultCodes, httpStatusOf, type ResultCode } from '../../server/results/catalogue.ts'
import type { ReferencePage, Section } from './entries.ts'

/** The codes of one group of the catalogue, under a title for people. */
export interface CodeGroup {
  readonly name: string
  readonly title: string
  /** HTTP status of a payment answer with one of these codes. */
  readonly status: 200 | 400
  readonly codes: readonly ResultCode[]
}

/** In the order in which people look for them. */
const titles: Readonly<Record<string, string>> = {
  success: 'Done',
  success_review: 'Done, to be reviewed by hand',
  pending: 'Pending',
  pending_long: 'Pending for days',
  soft_decline: 'Declined until the shopper authenticates',
  reject_bank: 'Declined by the bank',
  reject_mac_control: 'Declined: when a retry is allowed',
  reject_risk: 'Refused by risk and throttling',
  reject_external_risk: 'Refused by outside risk checks',
  reject_blacklist: 'Refused: on a block list',
  reject_3ds: 'Refused: 3-D Secure',
  reject_3ds_intercard: 'Refused: authentication not possible',
  reject_format: 'Wrong request: format',
  reject_amount: 'Wrong request: amount',
  reject_account: 'Wrong request: card or account',
  reject_contact: 'Wrong request: contact',
  reject_address: 'Wrong request: address',
  reject_reference: 'Wrong request: reference to another payment',
  reject_registration: 'Wrong request: registration',
  reject_job: 'Wrong request: schedule',
  reject_config: 'Configuration',
  reject_async: 'Asynchronous methods',
  reject_communication: 'Communication with the acquirer',
  reject_system: 'Faults of a system',
  chargeback: 'Chargebacks',
}

/** The catalogue by group. Groups without a title of their own come last, by their name. */
export function codeGroups(): readonly CodeGroup[] {
  const groups = new Map<string, ResultCode[]>()
  for (const code of allResultCodes()) {
    groups.set(code.group, [...(groups.get(code.group) ?? []), code])
  }
  const order = [...Object.keys(titles), ...groups.keys()]
  return [...new Set(order)].flatMap((name) => {
    const codes = groups.get(name) ?? []
    const [first] = codes
    if (first === undefined) return []
    return [{ name, title: titles[name] ?? name, status: httpStatusOf(first.code), codes }]
  })
}

/** The catalogue, by group. */
export function codesPage(): ReferencePage {
  return {
    path: '/docs/result-codes',
    id: 'codes',
    title: 'Result codes',
    lead: html`What <code>result.code</code> may say, by group. The number beside a group is the HTTP status of a payment’s answer.`,
    sections: codeGroups().map(codeGroup),
  }
}

function codeGroup({ name, title, status, codes }: CodeGroup): Section {
  const entries = codes.map(({ code, description }) => {
    const id = `code-${code}`
    const markup = html`<div class="code" id="${id}"><dt><code>${code}</code></dt><dd>${description}</dd></div>`
    return { id, title: code, note: description, markup }
  })
  const markup = html`<section class="card" id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${title} <span class="status s${status}">${status}</span></h2>
<dl class="codes">
${entries.map((entry) => entry.markup)}
</dl>
</section>`
  return { id: name, title, markup, entries }
}
