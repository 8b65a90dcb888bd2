import { BlockList, isIP } from 'node:net'
import { type Config, SETTINGS } from '../config.ts'

/** What an operator should know of the transport that the settings make: one line each. */
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

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine reaches a host. Of names only `localhost` is known to be (RFC 6761). */
function isLoopback(host: string): boolean {
  const version = isIP(host)
  if (version === 0) return host.toLowerCase() === 'localhost'
  return loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
