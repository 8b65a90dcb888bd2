import { hash, randomBytes } from 'node:crypto'

/** Returns this many hex digits of new cryptographic randomness, in lower case. */
export type RandomHex = (digits: number) => string

/** Payment, registration, schedule, entity ids begin so (decisions §3). */
const OBJECT_ID_PREFIX = '8ac7a4'

/** With the number of a part behind it, as lines of settlement files have. */
const OBJECT_ID = new RegExp(`^${OBJECT_ID_PREFIX}[0-9a-f]{26}\\d{0,12}$`)

/** Whether a text is an id of ours: such texts are shown whole, though their digits may look like a card number. */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text)
}

const POOL_BYTES = 4096

/**
 * Reads randomness in blocks: a system call per id would cost more than the rest of making an id.
 * Each digit is used once.
 */
function pooledRandomHex(): RandomHex {
  let pool = ''
  let used = 0
  return (digits) => {
    if (used + digits > pool.length) {
      pool = randomBytes(POOL_BYTES).toString('hex')
      used = 0
    }
    used += digits
    return pool.slice(used - digits, used)
  }
}

export const randomHex = pooledRandomHex()

/**
 * A source of object ids: 32 lowercase hex digits, namely the prefix, 48 bits of milliseconds,
 * a 28-bit sequence that starts anywhere in its lower half each millisecond, and 28 random bits.
 *
 * Ids of one source strictly ascend, also within a millisecond and when the clock steps back (it
 * then counts on from the highest millisecond seen): time order is what keeps index inserts cheap.
 */
export function objectIdSource(random: RandomHex = randomHex): (nowMs: number) => string {
  let latestMs = -1
  let head = ''
  let sequence = 0
  return (nowMs) => {
    if (nowMs > latestMs) {
      latestMs = nowMs
      head = OBJECT_ID_PREFIX + hexOf(nowMs, 12)
      sequence = Number.parseInt(random(7), 16) >>> 1
    } else {
      sequence += 1
    }
    return head + hexOf(sequence, 7) + random(7)
  }
}

/** The next object id of this process (decisions §3); `nowMs` is the process clock's, not an entity's. */
export const newObjectId = objectIdSource()

/**
 * A checkout's id: 32 uppercase hex digits of 128 random bits, a dot, the node's name. It is a bearer
 * capability and therefore holds nothing that could be guessed (R-TOK-2).
 */
export function newCheckoutId(nodeName: string, random: RandomHex = randomHex): string {
  return `${random(32).toUpperCase()}.${nodeName}`
}

/**
 * A short id contains the time in steps of this many milliseconds, and repeats after 1e9 steps: 3.2
 * years.
 */
const SHORT_ID_STEP_MS = 100
const SHORT_ID_STEPS = 1e9
/** Of payments within one step, one in so many has the same short id. */
const SHORT_ID_TAILS = 1000

/**
 * `dddd.dddd.dddd`, for people on the telephone: nine digits of the id's time, three of its random
 * end. Not unique, but its id can be found without an index of its own (see `idsOfShortId`).
 */
export function shortIdOf(id: string): string {
  const step = Math.floor(timeOfObjectId(id) / SHORT_ID_STEP_MS) % SHORT_ID_STEPS
  const tail = Number.parseInt(id.slice(20, 32), 16) % SHORT_ID_TAILS
  const digits = `${step}`.padStart(9, '0') + `${tail}`.padStart(3, '0')
  return `${digits.slice(0, 4)}.${digits.slice(4, 8)}.${digits.slice(8)}`
}

/** Ids from the first one to before the second one. */
export interface IdRange {
  readonly from: string
  readonly before: string
}

/** No short ids were made before this time; in milliseconds. */
const FIRST_SHORT_ID_MS = Date.UTC(2026, 0, 1)

/**
 * The ranges in which the ids of a short id can lie, latest first; none for a text that is no short id.
 * Includes a range after `nowMs`: a clock that was set back is behind ids that it has made.
 */
export function idsOfShortId(shortId: string, nowMs: number): readonly IdRange[] {
  const digits = /^(\d{4})\.(\d{4})\.(\d{4})$/.exec(shortId)?.slice(1).join('')
  if (digits === undefined) return []
  const ranges: IdRange[] = []
  const roundMs = SHORT_ID_STEPS * SHORT_ID_STEP_MS
  const inRoundMs = Number(digits.slice(0, 9)) * SHORT_ID_STEP_MS
  let atMs = (Math.floor(nowMs / roundMs) + 1) * roundMs + inRoundMs
  for (; atMs >= FIRST_SHORT_ID_MS - roundMs; atMs -= roundMs) {
    ranges.push({ from: firstIdAt(atMs), before: firstIdAt(atMs + SHORT_ID_STEP_MS) })
  }
  return ranges
}

/** No object id of this moment or later is before it. */
export function firstIdAt(atMs: number): string {
  return OBJECT_ID_PREFIX + hexOf(atMs, 12)
}

/** When an object id was made, in milliseconds of the process clock. */
export function timeOfObjectId(id: string): number {
  return Number.parseInt(id.slice(6, 18), 16)
}

/** No object id of this time or a later one comes before it. */
export function firstObjectIdAt(atMs: number): string {
  return OBJECT_ID_PREFIX + hexOf(Math.max(0, Math.floor(atMs)), 12)
}

/** Object ids come before it. */
export const OBJECT_IDS_END = `${OBJECT_ID_PREFIX}g`

/** An access token: 48 hex digits, 192 random bits; R-TOK-1 asks for 128. */
export function newAccessToken(random: RandomHex = randomHex): string {
  return random(48)
}

/** The form in which the store knows a token: SHA-256, hex (R-TOK-1). */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** 32 random hex digits that name one request, for `ndcOf`. */
export function newRequestHex(random: RandomHex = randomHex): string {
  return random(32)
}

/** `ndc` of a request (decisions §3): letters, digits and hyphens only, unique by `requestHex`. */
export function ndcOf(entityId: string, requestHex: string): string {
  return `${entityId}-${requestHex}`
}

/** `ndc` of a call that belongs to a checkout: its id with the dot turned into a hyphen (decisions §3). */
export function ndcOfCheckout(checkoutId: string): string {
  return checkoutId.replace('.', '-')
}

function hexOf(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
