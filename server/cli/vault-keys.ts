import { join } from 'node:path'
import type { Config } from '../kernel/settings/config.ts'
import { masterKeyName, masterKeyOf, ofParts } from '../kernel/vault/master-key.ts'
import { createNumberKeyFolder } from '../store/number-key-folder.ts'
import type { NumberKeys, Store } from '../store/port.ts'

type KeySettings = Pick<
  Config,
  'vaultKey' | 'vaultKeyPart' | 'vaultKeyOther' | 'vaultKeyOtherPart' | 'dataDir' | 'database'
>

/** What a vault is opened with that is outside of its database. Rejects with a `VaultError`. */
export async function vaultKeysOf(config: KeySettings, store: Pick<Store, 'read'>) {
  return {
    masterKey: await masterKeyOf(config, store),
    otherMasterKey:
      config.vaultKeyOther === null
        ? undefined
        : ofParts(config.vaultKeyOther, config.vaultKeyOtherPart),
    masterKeyName: masterKeyName(config),
    numberKeyFolder: ownNumberKeys(config),
  }
}

/**
 * The folder of a process on PostgreSQL, which may lose the table by which processes share the keys of card numbers;
 * `undefined`: the keys are beside the database.
 */
export function ownNumberKeys({
  database,
  dataDir,
}: Pick<KeySettings, 'database' | 'dataDir'>): NumberKeys | undefined {
  if (database.engine !== 'postgres') return undefined
  return createNumberKeyFolder(ownKeyFolder(dataDir))
}

export function ownKeyFolder(dataDir: string): string {
  return join(dataDir, 'number-keys')
}
