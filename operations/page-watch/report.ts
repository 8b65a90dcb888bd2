import type { Finding } from './compare.ts'
import type { Inventory } from './inventory.ts'

/** What to do about each kind, for whoever keeps the shop. */
const TODO: Readonly<Record<Finding['kind'], string>> = {
  'page moved': 'Was the page moved on purpose? If not, somebody leads shoppers elsewhere',
  'new script':
    'Do you know this script? If not, take the payment page offline and find out who has added it',
  'changed script':
    'Did you or its maker release a new version? If you cannot tell, treat it as an attack',
  'vanished script': 'Did you take it out? If so, accept the page as it is now',
  'script without purpose':
    'Write into the baseline what it is for and who allowed it; take it out of the page if nobody knows',
  'header gone': 'Set it again: the page is less protected than when it was accepted',
  'header weaker': 'Take the change back, unless you know why it was made',
  'header changed': 'Did you change it? If so, accept the page as it is now',
  'new frame': 'Do you know who shows something here? A frame may ask shoppers for their card',
  'new contact': 'Does a service that you use need this? Otherwise data may be leaving the page',
  'new form target': 'Does this form belong to your shop? Otherwise what is typed goes elsewhere',
}

/** Lines for a person: each finding, and once for each kind what to do. */
export function findingLines(findings: readonly Finding[]): readonly string[] {
  const kinds = [...new Set(findings.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => [
    ...findings.filter((each) => each.kind === kind).map(({ text }) => `${kind}: ${text}`),
    `  ${TODO[kind]}`,
  ])
}

/** What was looked at, as one line. */
export function summaryLine({ page, scripts, frames, headers }: Inventory): string {
  const ofGateway = scripts.filter(({ gateway }) => gateway !== undefined).length
  const counts = [
    `${scripts.length} scripts`,
    ...(ofGateway === 0 ? [] : [`${ofGateway} of them of the gateway`]),
    `${frames.length} origins of frames`,
    `${Object.keys(headers).length} security headers`,
  ]
  return `${page}: ${counts.join(', ')}`
}
