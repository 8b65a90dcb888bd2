import { join } from 'node:path'
import { ownKeyFolder } from '../cli/vault-keys.ts'
import { transportWarnings } from '../http/transport-warnings.ts'
import type { Config } from '../kernel/settings/config.ts'
import { VAULT_KEY_FILE } from '../kernel/vault/master-key.ts'
import { numberKeyFolder } from '../store/number-key-folder.ts'
import { shortLivedKeyFile } from '../store/sqlite/short-lived-key-file.ts'
import { databaseWarning, openFilesWarning, openKeysWarning } from './database-files.ts'
import { receiverWarning } from './live-settings.ts'

/**
 * Problems that reduce safety or prevent payments and that the settings alone show: logged at the start, shown by
 * /readyz (R-DUR-1) and by `tillgate doctor`.
 */
export function warningsOf(config: Config): readonly string[] {
  const isUnsafe = config.database.engine === 'postgres' && config.allowUnsafeCommit
  const warnings = [
    ...transportWarnings(config),
    receiverWarning(config),
    config.rehearsal
      ? 'This is a rehearsal of live (TILLGATE_REHEARSAL): payments go to test systems, and none is real'
      : undefined,
    databaseWarning(config.database),
    isUnsafe
      ? 'TILLGATE_ALLOW_UNSAFE_COMMIT is set: a power cut may lose acknowledged payments'
      : undefined,
    config.vaultKeyOther === null
      ? undefined
      : 'TILLGATE_VAULT_KEY_OTHER is set: a second master key opens the vault until tillgate vault rotate says that nothing is left under it, and a restart without it',
  ]
  return warnings.filter((warning) => warning !== undefined)
}

/** Files with payments or keys that other users can read or write. In the log alone: what /readyz says names no paths. */
export async function openFileWarnings(config: Config): Promise<readonly string[]> {
  const { database, dataDir, vaultKey } = config
  const shortLived = database.engine === 'sqlite' ? [shortLivedKeyFile(database.path)] : []
  const warnings = [
    database.engine === 'sqlite' ? await openFilesWarning(database.path) : undefined,
    await openKeysWarning(
      [...(vaultKey === null ? [join(dataDir, VAULT_KEY_FILE)] : []), ...shortLived],
      keyFoldersOf(config),
    ),
  ]
  return warnings.filter((warning) => warning !== undefined)
}

/** Where the process keeps the keys of card numbers. */
export function keyFoldersOf({
  database,
  dataDir,
}: Pick<Config, 'database' | 'dataDir'>): readonly string[] {
  if (database.engine === 'postgres') return [ownKeyFolder(dataDir)]
  return database.engine === 'sqlite' ? [numberKeyFolder(database.path)] : []
}
