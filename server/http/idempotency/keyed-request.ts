import type { Vault } from '../../kernel/vault/vault.ts'
import { shownText } from '../../parameters/masking.ts'
import type { FlatBody, ParameterTable } from '../../parameters/table.ts'
import { tables } from '../../parameters/tables.ts'
import { type Refusal, refuseParameters } from '../../results/refusal.ts'
import type { IdempotencyRow } from '../../store/port.ts'

/** The header that carries a key (decisions §13). */
export const KEY_HEADER = 'idempotency-key'

/** Visible ASCII characters, at most 255 of them (R-IDEM-1). */
const KEY = /^[\x21-\x7e]{1,255}$/

/** The key of a request that carries one; 400 that names the header when it cannot be one. */
export function readKey(header: string | readonly string[]): string | Refusal {
  const key = typeof header === 'string' ? header : header.join(', ')
  return KEY.test(key) ? key : refuseParameters([{ ...badKey, value: shownText(key) }])
}

const badKey = {
  name: 'Idempotency-Key',
  message:
    'is a header of 1 to 255 visible ASCII characters without blanks, sent once: a random UUID will do',
}

/** A request that carries a key, as the store knows it: hashes only. */
export interface KeyedRequest extends Pick<IdempotencyRow, 'scope' | 'key' | 'fingerprint'> {
  /** With all that was sent: rows that an earlier release has written have this one. */
  readonly fingerprintAsSent?: string
}

/** What a keyed request is made of. */
export interface SentRequest {
  readonly key: string
  /** Whose keys these are: an access token and an entity, or a checkout. */
  readonly owner: readonly string[]
  readonly method: string
  readonly path: string
  /** Those that can have an effect. */
  readonly parameters: FlatBody
  /** All of them, where there are others. */
  readonly asSent?: FlatBody
}

/**
 * Hashes a request under a key of this installation: card data is part of it, so that a retry with
 * another card is another request, but cannot be found out from it (R-IDEM-2, R-IDEM-5). The key is
 * hashed as well, because nothing keeps a merchant from making it of a card number.
 */
export function keyedRequest(sent: SentRequest, vault: Pick<Vault, 'keyedHash'>): KeyedRequest {
  const { method, path, parameters, asSent } = sent
  const hashOf = (...parts: readonly unknown[]) => vault.keyedHash(JSON.stringify(parts))
  const requestHash = (of: FlatBody) => hashOf('request', method, path, byMeaning(of))
  return {
    scope: hashOf('scope', sent.owner),
    key: hashOf('key', sent.key),
    fingerprint: requestHash(parameters),
    ...(asSent === undefined ? {} : { fingerprintAsSent: requestHash(asSent) }),
  }
}

type MeantParameter = readonly [name: string, value: string]

/**
 * Parameters by their meaning, in an order that does not depend on the sent one: amounts `10` and
 * `10.00` are equal, as a number of JSON or as text (decisions §1). Blanks and empty values were
 * removed when the body was read.
 */
function byMeaning(parameters: FlatBody): readonly MeantParameter[] {
  return parameters.map(meant).sort(byNameAndValue)
}

function meant([name, value]: FlatBody[number]): MeantParameter {
  const parts = AMOUNT.exec(value)
  if (parts === null || !amountNames.has(name.replaceAll(INDEX, '[n]'))) return [name, value]
  const [, units = '', fraction = ''] = parts
  return [name, `${units}.${fraction.padEnd(2, '0')}`]
}

const AMOUNT = /^0*([0-9]{1,13})(?:\.([0-9]{1,2}))?$/
const INDEX = /\[[0-9]+\]/g

const amountNames: ReadonlySet<string> = new Set(
  Object.values(tables).flatMap(({ rows }: ParameterTable) =>
    Object.entries(rows).flatMap(([name, { type }]) => (type.kind === 'amount' ? [name] : [])),
  ),
)

function byNameAndValue(one: MeantParameter, other: MeantParameter): number {
  return compare(one[0], other[0]) || compare(one[1], other[1])
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
