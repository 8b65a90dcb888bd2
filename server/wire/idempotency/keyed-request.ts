import type { IdempotencyRow } from '../../engine/store/port.ts'
import type { Vault } from '../../engine/vault/vault.ts'
import type { FlatBody } from '../parameters/flat-body.ts'
import { meantParameters } from './meant-parameters.ts'

/** A request that carries a key, as the store knows it: hashes only. */
export type KeyedRequest = Pick<IdempotencyRow, 'scope' | 'key' | 'fingerprint'>

/** What a keyed request is made of. */
export interface SentRequest {
  readonly key: string
  /** Whose keys these are: an access token and an entity, or a checkout. */
  readonly owner: readonly string[]
  readonly method: string
  readonly path: string
  readonly parameters: FlatBody
}

/**
 * Hashes a request under a key of this installation: card data is part of it, so that a retry with
 * another card is another request, but cannot be found out from it (R-IDEM-2, R-IDEM-5). The key is
 * hashed as well, because nothing keeps a merchant from making it of a card number.
 */
export function keyedRequest(sent: SentRequest, vault: Pick<Vault, 'keyedHash'>): KeyedRequest {
  const { method, path, parameters } = sent
  const hashOf = (...parts: readonly unknown[]) => vault.keyedHash(JSON.stringify(parts))
  return {
    scope: hashOf('scope', sent.owner),
    key: hashOf('key', sent.key),
    fingerprint: hashOf('request', method, path, meantParameters(parameters)),
  }
}
