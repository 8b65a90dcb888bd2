import { masterKeyOf } from '../kernel/vault/master-key.ts'
import { openVault, type Vault } from '../kernel/vault/vault.ts'
import type { Store } from '../store/port.ts'
import type { CommandContext, Words } from './command.ts'
import { configOf } from './databases.ts'

/** The vault of a command's database. Rejects without the key of the gateway. */
export async function openCommandVault(
  store: Store,
  words: Words,
  context: CommandContext,
): Promise<Vault> {
  const masterKey = await masterKeyOf(configOf(words, context), store)
  return openVault({ store, masterKey, clock: context.clock })
}
