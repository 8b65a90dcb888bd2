import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '../kernel/settings/setting-readers.ts'
import { isLoopbackAddress } from './client-address.ts'

/**
 * Headers by which proxies, load balancers and content delivery networks name the client or themselves: with one
 * of them the client is somewhere else.
 */
const OF_PROXIES: ReadonlySet<string> = new Set([
  'akamai-origin-hop',
  'cdn-loop',
  'client-ip',
  'do-connecting-ip',
  'fastly-client-ip',
  'fastly-ff',
  'fly-client-ip',
  'fly-forwarded-port',
  'forwarded',
  'forwarded-for',
  'incap-client-ip',
  'proxy-client-ip',
  'true-client-ip',
  'via',
  'wl-proxy-client-ip',
  'x-appengine-remote-addr',
  'x-appengine-user-ip',
  'x-azure-clientip',
  'x-azure-fdid',
  'x-azure-ref',
  'x-azure-socketip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-coming-from',
  'x-forwarded',
  'x-host',
  'x-nf-client-connection-ip',
  'x-proxyuser-ip',
  'x-real-ip',
  'x-real-port',
  'x-remote-addr',
  'x-remote-ip',
  'x-scheme',
  'x-sucuri-clientip',
  'x-varnish',
])

/** Headers of the same kind that come in families, such as `X-Forwarded-Host`. */
const FAMILIES_OF_PROXIES =
  /^(?:cf-|cloudfront-|x-akamai-|x-amz-cf-|x-amzn-|x-arr-|x-cloud-trace-|x-envoy-|x-forwarded-|x-original-|x-proxy-|x-vercel-)/

/**
 * Whether a request comes from this machine without a proxy, and for it: pages that a browser on this machine
 * shows can have a name of their own lead here, but they cannot change `Host`.
 */
export function comesFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const isForwarded = Object.keys(headers).some(
    (name) => OF_PROXIES.has(name) || FAMILIES_OF_PROXIES.test(name),
  )
  if (isForwarded || !isLoopbackAddress(socket.remoteAddress ?? '')) return false
  return isLoopbackHost(nameOf(headers.host ?? ''))
}

/** Of `Host`, without its port and the brackets of an IPv6 address. */
function nameOf(host: string): string {
  return host.replace(/:[0-9]{1,5}$/, '').replace(/^\[(.*)\]$/, '$1')
}
