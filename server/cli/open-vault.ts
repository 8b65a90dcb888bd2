import { openVault, type Vault } from '../kernel/vault/vault.ts'
import type { Store } from '../store/port.ts'
import type { CommandContext, Words } from './command.ts'
import { configOf } from './databases.ts'
import { vaultKeysOf } from './vault-keys.ts'

/** The vault of a command's database. Rejects without the key of the gateway. */
export async function openCommandVault(
  store: Store,
  words: Words,
  context: CommandContext,
): Promise<Vault> {
  const keys = await vaultKeysOf(configOf(words, context), store)
  return openVault({ store, clock: context.clock, ...keys })
}
