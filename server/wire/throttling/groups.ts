import type { ThrottlingGroup } from '../../engine/settings/throttling-limits.ts'

/** A request as the router knows it. */
export interface ThrottledOperation {
  readonly method: string
  /** The pattern of its route, such as `/v1/payments/:id`; absent where no route fits. */
  readonly path: string | undefined
}

interface Row {
  /** Only requests that change nothing. */
  readonly reads?: true
  readonly path: RegExp
  readonly group: ThrottlingGroup
}

/** Which requests are counted together: the first row that fits. */
const rows: readonly Row[] = [
  { path: /^\/v[13]\/query(\/|$)/, group: 'query' },
  { path: /^\/reports\//, group: 'reports' },
  { reads: true, path: /^\/(v1|scheduling\/v1)\//, group: 'status' },
  { path: /^\/v1\/registrations\/:id\/payments$/, group: 'payments' },
  { path: /^\/v1\/(payments|risk|threeDSecure)(\/|$)/, group: 'payments' },
  { path: /^\/v1\/checkouts(\/|$)/, group: 'checkouts' },
  { path: /^\/v1\/registrations(\/|$)/, group: 'registrations' },
  { path: /^\/scheduling\//, group: 'registrations' },
]

/** What one path is counted with, by whether it is read. There are as many as routes. */
const known = new Map<string, { readonly read: Group; readonly written: Group }>()

type Group = ThrottlingGroup | undefined

/** With which requests one is counted; `undefined`: it is not throttled. */
export function groupOf({ method, path }: ThrottledOperation): Group {
  if (path === undefined) return undefined
  let groups = known.get(path)
  if (groups === undefined) {
    groups = { read: find(path, true), written: find(path, false) }
    known.set(path, groups)
  }
  return method === 'GET' || method === 'HEAD' ? groups.read : groups.written
}

function find(path: string, isRead: boolean): Group {
  return rows.find((row) => (row.reads === undefined || isRead) && row.path.test(path))?.group
}
