import type { Members } from '../wallet/wallet-options.ts'
import type { ApplePayApi } from './apple-pay-js.ts'

/** The first with updates as objects, and with errors that name a field. */
const FIRST_VERSION = 3

/**
 * The first version of Apple's API with a network, where that is a later one than `FIRST_VERSION` (Apple Pay
 * on the Web, "Supporting payment networks"). An older one refuses the whole request because of it.
 */
const NETWORK_VERSIONS: Readonly<Record<string, number>> = {
  electron: 4,
  vPay: 4,
  maestro: 4,
  cartesBancaires: 4,
  mada: 5,
  elo: 5,
  mir: 11,
  dankort: 13,
  bancontact: 14,
}

const versionOf = (network: string) => NETWORK_VERSIONS[network] ?? FIRST_VERSION

/** The version of Apple's API that the page asks for, and at least the one that is needed. */
export function apiVersion({ version }: Members): number {
  return typeof version === 'number' ? Math.max(version, FIRST_VERSION) : FIRST_VERSION
}

/** The same for a request: the lowest one that has all of its networks. */
export function versionFor(options: Members, { supportedNetworks }: Members): number {
  const networks = Array.isArray(supportedNetworks) ? supportedNetworks : []
  return Math.max(apiVersion(options), ...networks.map(versionOf))
}

/** The networks of a request that the shopper's system knows; what is no list goes to Apple as it is. */
export function knownNetworks(
  networks: unknown,
  api: Pick<ApplePayApi, 'supportsVersion'>,
): unknown {
  if (!Array.isArray(networks)) return networks
  return networks.filter((network) => api.supportsVersion(versionOf(String(network))))
}
