import type { Vault } from '../../server/kernel/vault/vault.ts'
import type { SimulatedProvider } from './provider.ts'

type InstallationVault = Pick<Vault, 'keyedHash'>

/** One of each installation. */
const providers = new WeakMap<InstallationVault, Promise<SimulatedProvider>>()

/** Loaded with the first token, as the libraries for decrypting are: most starts need neither. */
export function providerOf(vault: InstallationVault): Promise<SimulatedProvider> {
  const known = providers.get(vault)
  if (known !== undefined) return known
  const loading = import('./provider.ts').then(({ createSimulatedProvider }) =>
    createSimulatedProvider(vault),
  )
  providers.set(vault, loading)
  return loading
}
