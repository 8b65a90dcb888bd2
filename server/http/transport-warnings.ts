import { type Config, SETTINGS } from '../kernel/settings/config.ts'
import { isLoopbackAddress } from './client-address.ts'

/** Warnings about the transport that follow from the settings, one line each. */
export function transportWarnings(
  config: Pick<Config, 'environment' | 'host' | 'tlsCert' | 'trustProxy'>,
): readonly string[] {
  if (config.tlsCert !== null) return []
  const { tlsCert, trustProxy, host } = SETTINGS
  if (config.environment === 'live') {
    if (config.trustProxy.length > 0) return []
    return [
      `Neither ${tlsCert.variable} nor ${trustProxy.variable} is set: live answers nothing but /healthz and /readyz by plain HTTP, so no request is served`,
    ]
  }
  if (isLoopback(config.host)) return []
  return [
    `${host.variable} is ${config.host}: the test environment serves plain HTTP to the network; ${tlsCert.variable} makes it https`,
  ]
}

/** Whether only this machine can reach a host. `localhost` is the only name of which that is known (RFC 6761). */
function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || isLoopbackAddress(host)
}
