import type { KeyObject } from 'node:crypto'
import { LASTING_KEY_ID, type VaultRecordRow } from '../../store/port.ts'
import { open, type Sealer, seal, VaultError } from './aead.ts'
import type { KeyRing } from './key-ring.ts'
import { type NumberKey, partsOfSealed } from './number-key.ts'
import type { NumberKeyRing } from './number-key-ring.ts'
import type { EntityKeys, Vault } from './vault.ts'

interface CardNumberParts {
  readonly ring: KeyRing
  readonly numberKeys: NumberKeyRing
  readonly sealer: Sealer
  readonly fingerprint: KeyObject
}

/**
 * Card numbers, each sealed under two keys mixed: that of its entity, which lasts, and that of the period, which is
 * destroyed.
 */
export function createCardNumbers({
  ring,
  numberKeys,
  sealer,
  fingerprint,
}: CardNumberParts): Pick<Vault, 'keysOf' | 'sealCard' | 'openCard' | 'sealAnew'> {
  async function openCard({ entityId, card }: EntityKeys, row: VaultRecordRow) {
    if (row.entityId !== entityId || row.keyId !== card.id) {
      throw new VaultError(`Vault record ${row.id} belongs to another entity or key`)
    }
    if (row.sealed === '') return undefined
    const { keyId, text } = partsOfSealed(row.sealed)
    const key = keyId === LASTING_KEY_ID ? UNMIXED : await numberKeys.find(keyId)
    if (key === undefined) return undefined
    return open(key.mixedWith(card), placeOfCard(row), text).toString('utf8')
  }

  return {
    async keysOf(entityId) {
      return { entityId, card: await ring.obtain('card', entityId) }
    },

    async sealCard(entityId, { id, pan, nowMs }) {
      const card = ring.known('card', entityId) ?? (await ring.obtain('card', entityId))
      const numberKey = numberKeys.known() ?? (await numberKeys.obtain())
      const place = placeOfCard({ id, entityId, keyId: card.id })
      const seals = await sealer.seal({ key: numberKey.mixedWith(card), place, pan }, fingerprint)
      return {
        id,
        entityId,
        keyId: card.id,
        sealed: `${numberKey.id}.${seals.sealed}`,
        fingerprint: seals.fingerprint,
        createdAtMs: nowMs,
      }
    },

    openCard,

    async sealAnew(row) {
      const card = await ring.obtain('card', row.entityId)
      const pan = await openCard({ entityId: row.entityId, card }, row)
      if (pan === undefined) return undefined
      const numberKey = numberKeys.known() ?? (await numberKeys.obtain())
      return `${numberKey.id}.${seal(numberKey.mixedWith(card), placeOfCard(row), pan)}`
    },
  }
}

/** In place of a number key, for what was sealed before there were any. */
const UNMIXED: Pick<NumberKey, 'mixedWith'> = { mixedWith: ({ secret }) => secret }

/** Record id and key id are additional data (R-VLT-1): records cannot change places. */
function placeOfCard(row: Pick<VaultRecordRow, 'id' | 'entityId' | 'keyId'>): string {
  return ['card', row.id, row.entityId, row.keyId].join('\n')
}
