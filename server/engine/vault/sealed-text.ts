import { open, seal, VaultError } from './aead.ts'
import type { EntityKeys } from './vault.ts'

/**
 * Seals a text that an entity's request brought and that waits for its use.
 *
 * @param place What the text belongs to, such as the id of its checkout; it opens for nothing else.
 * @returns The key's id, a dot, base64url of IV, ciphertext and tag.
 */
export function sealText({ entityId, card }: EntityKeys, place: string, text: string): string {
  return `${card.id}.${seal(card.secret, placeOfText(place, entityId, card.id), text)}`
}

/** The opposite of `sealText`. Throws a `VaultError` for another entity, another place, or an altered text. */
export function openText({ entityId, card }: EntityKeys, place: string, sealed: string): string {
  const [keyId = '', text = ''] = sealed.split('.', 2)
  if (keyId !== card.id) throw new VaultError(`The text of ${entityId} belongs to another key`)
  return open(card.secret, placeOfText(place, entityId, keyId), text).toString('utf8')
}

/** Told apart from a card's place, which has the same key. */
function placeOfText(place: string, entityId: string, keyId: string): string {
  return ['text', place, entityId, keyId].join('\n')
}
