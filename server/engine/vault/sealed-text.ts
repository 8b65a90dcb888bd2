import { open, seal, VaultError } from './aead.ts'
import type { EntityKeys } from './vault.ts'

/**
 * Seals a text of an entity's request that is needed later.
 *
 * @param place What the text belongs to, such as the id of its checkout; it opens for nothing else.
 * @returns The key's id, a dot, base64url of IV, ciphertext and tag.
 */
export function sealText({ entityId, card }: EntityKeys, place: string, text: string): string {
  return `${card.id}.${seal(card.secret, placeOfText(place, entityId, card.id), text)}`
}

/** Opens what `sealText` made. Throws a `VaultError` for another entity, another place, or an altered text. */
export function openText({ entityId, card }: EntityKeys, place: string, sealed: string): string {
  const [keyId = '', text = ''] = sealed.split('.', 2)
  if (keyId !== card.id) throw new VaultError(`The text of ${entityId} belongs to another key`)
  return open(card.secret, placeOfText(place, entityId, keyId), text).toString('utf8')
}

/** Differs from the place of a card number, which is sealed with the same key. */
function placeOfText(place: string, entityId: string, keyId: string): string {
  return ['text', place, entityId, keyId].join('\n')
}
