import {
  quoted,
  type SelectedRow as Row,
  type Scan,
  selectRows,
  type TableName,
} from '../../../server/cli/select-rows.ts'
import { linkOfCustomer, linkOfEmail, linkOfRegistration } from '../../customer-links/index.ts'

/** By what a customer is named. */
export const NAMED_BY = ['email', 'merchantCustomerId', 'registration'] as const

export interface NamedCustomer {
  readonly by: (typeof NAMED_BY)[number]
  /** An e-mail address, the merchant's own id, or the id of stored details. */
  readonly value: string
  /** The entity that is asked for, with all below it. */
  readonly entityIds: readonly string[]
}

/** All rows that are kept of a customer, by their tables. */
export type CustomerRows = Readonly<Record<Place, readonly Row[]>>

/** Which tables have rows of a customer. */
export const PLACES = [
  'payments',
  'events',
  'registrations',
  'schedules',
  'checkouts',
  'authentications',
  'confidentials',
  'disputes',
  'disputeDocuments',
  'operationRequests',
  'acquirerEvents',
  'deliveries',
  'deliveryAttempts',
  'notices',
  'mails',
  'notes',
  'blocks',
  'customerLinks',
  'idempotency',
] as const satisfies readonly TableName[]

type Place = (typeof PLACES)[number]

/** Values that one query names at most. */
const AT_ONCE = 200

/** Finds everything that is kept of a customer: what links lead to, and all that refers to it. Reads only. */
export async function findCustomer(named: NamedCustomer, scan: Scan): Promise<CustomerRows> {
  const select = (place: Place, where: string) => selectRows(scan, place, where)
  const among = (place: Place, column: string, values: readonly string[], also = '') =>
    inChunks(values, (some) => select(place, `${column} IN (${some})${also}`))
  const ofEntities = (place: Place, where: string) =>
    among(place, 'entity_id', named.entityIds, ` AND (${where})`)

  const linked = await ofEntities('customerLinks', `name = ${quoted(linkOf(named))}`)
  const own = await ofEntities('registrations', ownRegistrations(named))
  const checkouts = await abandoned(named, ofEntities)
  const payments = await familiesOf([...linkedIds(linked, 'payment'), ...idsOf(own)], among)
  const registrations = unique([
    ...own,
    ...(await among('registrations', 'id', linkedIds(linked, 'registration'))),
    ...(await among('registrations', 'payment_id', idsOf(payments))),
  ])
  const paid = await moreOf(registrations, among)
  const all = unique([...payments, ...paid])
  const ids = idsOf(all)
  const allCheckouts = unique([
    ...checkouts,
    ...(await among('checkouts', 'payment_id', ids)),
    ...(await among('checkouts', 'id', valuesOf(all, 'checkoutId'))),
  ])
  const disputes = await among('disputes', 'family_id', valuesOf(all, 'familyId'))
  const schedules = await among('schedules', 'registration_id', idsOf(registrations))
  const subjects = [...ids, ...[registrations, schedules, allCheckouts, disputes].flatMap(idsOf)]
  const deliveries = await among('deliveries', 'subject_id', subjects)
  const rows = {
    payments: all,
    events: await among('events', 'payment_id', ids),
    registrations,
    schedules,
    checkouts: allCheckouts,
    authentications: await among('authentications', 'payment_id', ids),
    confidentials: await among('confidentials', 'payment_id', ids),
    disputes,
    disputeDocuments: await among('disputeDocuments', 'dispute_id', idsOf(disputes)),
    operationRequests: await among('operationRequests', 'payment_id', ids),
    acquirerEvents: await among('acquirerEvents', 'payment_id', ids),
    deliveries,
    deliveryAttempts: await among('deliveryAttempts', 'delivery_id', idsOf(deliveries)),
    notices: await among('notices', 'subject_id', subjects),
    mails: unique([
      ...(await among('mails', 'subject_id', subjects, ` AND kind IN ('receipt', 'refundNotice')`)),
      ...(await mailsTo(named, ofEntities)),
    ]),
    notes: await notesOf(named, { ids, select, among }),
    blocks: await among('blocks', 'payment_id', ids, ` AND blocks_by = 'email'`),
    customerLinks: uniqueLinks([
      ...linked,
      ...(await among('customerLinks', 'linked_id', [...ids, ...idsOf(registrations)], PERSONAL)),
    ]),
  }
  return { ...rows, idempotency: await answersAbout(rows, scan) }
}

/** Links by the customer's names; those of stored details and plans lead on. */
const PERSONAL = ` AND (name LIKE 'email:%' OR name LIKE 'customer:%')`

type Among = (
  place: Place,
  column: string,
  values: readonly string[],
  also?: string,
) => Promise<readonly Row[]>

export function linkOf({ by, value }: NamedCustomer): string {
  if (by === 'email') return linkOfEmail(value)
  return by === 'registration' ? linkOfRegistration(value) : linkOfCustomer(value)
}

function ownRegistrations({ by, value }: NamedCustomer): string {
  return by === 'registration' ? `id = ${quoted(value)}` : '1 = 0'
}

/** Payments with their families, and those that stored details were made by. */
async function familiesOf(ids: readonly string[], among: Among): Promise<readonly Row[]> {
  const first = await among('payments', 'id', ids)
  return among('payments', 'family_id', valuesOf(first, 'familyId'))
}

/** What was paid with stored details, and what has made them. */
async function moreOf(registrations: readonly Row[], among: Among): Promise<readonly Row[]> {
  const names = idsOf(registrations).map((id) => linkOfRegistration(id))
  const links = await among('customerLinks', 'name', names)
  return familiesOf(
    [...linkedIds(links, 'payment'), ...valuesOf(registrations, 'paymentId')],
    among,
  )
}

/** Checkouts that nobody has paid are found by what their requests say. */
async function abandoned(
  { by, value }: NamedCustomer,
  ofEntities: (place: Place, where: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const name = by === 'email' ? 'customer.email' : 'customer.merchantCustomerId'
  if (by === 'registration') {
    return ofEntities('checkouts', `registration_id = ${quoted(value)}`)
  }
  const pattern = likeText(JSON.stringify(value).slice(1, -1))
  const rows = await ofEntities('checkouts', `lower(request) LIKE ${quoted(pattern)}`)
  return rows.filter(({ request }) => {
    const stored = JSON.parse(String(request))
    const sent: readonly (readonly [string, string])[] = stored.readable ?? stored
    return sent.some(([sentName, sentValue]) => sentName === name && isSame(by, sentValue, value))
  })
}

async function mailsTo(
  { by, value }: NamedCustomer,
  ofEntities: (place: Place, where: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (by !== 'email') return []
  const rows = await ofEntities('mails', `lower(recipient) LIKE ${quoted(likeText(value))}`)
  return rows.filter(({ recipient }) => isSame(by, String(recipient), value))
}

/**
 * A pattern of LIKE that finds a text among others: what the databases lower, escape or take for a wildcard in
 * different ways fits any one sign, so what is found has to be compared.
 */
function likeText(text: string): string {
  return `%${lower(text).replaceAll(/[^ -~]|[%_\\]/gu, '_')}%`
}

function isSame(by: NamedCustomer['by'], one: string, other: string): boolean {
  return by === 'email' ? lower(one) === lower(other) : one === other
}

async function notesOf(
  named: NamedCustomer,
  {
    ids,
    select,
    among,
  }: {
    readonly ids: readonly string[]
    readonly select: (place: Place, where: string) => Promise<readonly Row[]>
    readonly among: Among
  },
): Promise<readonly Row[]> {
  const ofPayments = await among(
    'notes',
    'about',
    ids.map((id) => `payment:${id}`),
  )
  const scope = named.entityIds.map(quoted).join(', ')
  const about = quoted(linkOf(named))
  const ofCustomer = await select('notes', `about = ${about} AND entity_id IN (${scope})`)
  return unique([...ofPayments, ...ofCustomer])
}

/** Ids of ours, and those of checkouts with the name of their node. */
const ID = /[0-9A-Fa-f]{32}(?:\.[\w-]+)?/g

/**
 * Answers that wait to be repeated: of a payment that was found, or with the id of a row that was found. Nothing else
 * of an answer tells whose it is. Their keys name no entity, so all are read once; they are kept for days.
 */
async function answersAbout(
  rows: Readonly<Partial<Record<Place, readonly Row[]>>>,
  scan: Scan,
): Promise<readonly Row[]> {
  const paymentIds = new Set(idsOf(rows.payments ?? []))
  const ids = new Set(Object.values(rows).flatMap(idsOf))
  const isAbout = ({ paymentId, answer }: Row) =>
    paymentId === null
      ? (String(answer).match(ID) ?? []).some((id) => ids.has(id))
      : paymentIds.has(String(paymentId))
  const found: Row[] = []
  for (let after = ['', '']; ; ) {
    const [scope = '', key = ''] = after.map(quoted)
    const where = `(scope, "key") > (${scope}, ${key})`
    const page = `ORDER BY scope, "key" LIMIT ${AT_ONCE}`
    const read = await selectRows(scan, 'idempotency', where, page)
    found.push(...read.filter(isAbout))
    const last = read.at(-1)
    if (last === undefined || read.length < AT_ONCE) return found
    after = [String(last.scope), String(last.key)]
  }
}

async function inChunks(
  values: readonly string[],
  read: (some: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  const all = [...new Set(values)]
  for (let from = 0; from < all.length; from += AT_ONCE) {
    rows.push(
      ...(await read(
        all
          .slice(from, from + AT_ONCE)
          .map(quoted)
          .join(', '),
      )),
    )
  }
  return rows
}

function linkedIds(links: readonly Row[], linked: string): readonly string[] {
  return links.filter((link) => link.linked === linked).map((link) => String(link.linkedId))
}

function idsOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ id }) => String(id))
}

function valuesOf(rows: readonly Row[], column: string): readonly string[] {
  return rows.flatMap((row) => (row[column] == null ? [] : [String(row[column])]))
}

function unique(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

function uniqueLinks(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [`${row.name} ${row.linkedId}`, row])).values()]
}

/** As both databases compare: of A to Z the case does not count. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
