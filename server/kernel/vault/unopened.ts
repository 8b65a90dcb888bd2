import type { VaultRecordRow } from '../../store/port.ts'
import { VaultError } from './aead.ts'
import type { Vault } from './vault.ts'

/** What a sealed text holds; `undefined`: it was altered, or the keys of this installation are not its own. */
export function openedCredential(
  vault: Pick<Vault, 'openCredential'>,
  tokenId: string,
  sealed: string,
): string | undefined {
  try {
    return vault.openCredential(tokenId, sealed)
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

/**
 * Whether a stored card number opens. `keyless`: its key was destroyed, or is missing. `altered`: it is not what was
 * sealed, or the keys of this installation are not its own.
 */
export async function stateOfNumber(
  vault: Pick<Vault, 'keysOf' | 'openCard'>,
  record: VaultRecordRow,
): Promise<'opens' | 'keyless' | 'altered'> {
  try {
    const number = await vault.openCard(await vault.keysOf(record.entityId), record)
    return number === undefined ? 'keyless' : 'opens'
  } catch (error) {
    if (error instanceof VaultError) return 'altered'
    throw error
  }
}

interface UnopenedLog {
  error(fields: object, message: string): void
}

/**
 * A vault of a gateway: a card number or secret that does not open counts as one that was deleted, so that its
 * payment or stored card is refused with words, and is told in the log. What it answers is as of `Vault` besides.
 */
export function tellingUnopened(vault: Vault, log: UnopenedLog): Vault {
  const told = async <Found>(fields: object, open: () => Promise<Found>) => {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      log.error({ ...fields, reason: error.message }, UNOPENED)
      return undefined
    }
  }
  return {
    ...vault,
    openCard: (keys, row) => told({ vaultRecord: row.id }, () => vault.openCard(keys, row)),
    openSecret: (row) => told({ payment: row.paymentId }, () => vault.openSecret(row)),
  }
}

const UNOPENED =
  'What the vault has sealed does not open, and counts as deleted: it was altered, or its key is another one'
