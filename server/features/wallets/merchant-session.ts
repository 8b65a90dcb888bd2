import { isJsonObject } from '../../../common/json-object.ts'
import {
  createOutgoingClient,
  type OutgoingLimits,
  type OutgoingParts,
} from '../../http/outgoing/client.ts'
import type { AskMerchantSession } from '../../payments/instruments/index.ts'

/** The operator at Apple: who asks for merchant sessions, and with which certificate. */
export interface MerchantIdentity {
  readonly merchantId: string
  /** PEM texts: the merchant identity certificate and its key; `ca` is that of a test. */
  readonly tls: NonNullable<OutgoingParts['tls']>
}

/** A page shows a sheet while it waits; Apple's script itself gives up after 30 s. */
export const MERCHANT_SESSION_LIMITS: OutgoingLimits = {
  connectMs: 5_000,
  answerMs: 10_000,
  answerBytes: 64 * 1024,
  headerBytes: 16 * 1024,
  sockets: 16,
  idleSocketMs: 4_000,
}

const PODS = [1, 2, 3, 4, 5]

/** Apple's servers for production (Apple Pay on the Web, "Setting up your server"). */
const APPLE_ORIGINS: readonly string[] = [
  'apple-pay-gateway',
  'cn-apple-pay-gateway',
  ...PODS.flatMap((pod) => [`nc-pod${pod}`, `pr-pod${pod}`].map((at) => `apple-pay-gateway-${at}`)),
  ...PODS.slice(0, 3).flatMap((pod) =>
    [`sh-pod${pod}`, `tj-pod${pod}`].map((at) => `cn-apple-pay-gateway-${at}`),
  ),
].map((name) => `https://${name}.apple.com`)

const MAX_DISPLAY_NAME = 64

/**
 * Asks Apple for the session that its script wants before it shows the sheet.
 *
 * @param testOrigin of a simulated server, in place of Apple's
 */
export function createMerchantSessions(
  { merchantId, tls }: MerchantIdentity,
  testOrigin?: string,
): AskMerchantSession {
  const origins = testOrigin === undefined ? APPLE_ORIGINS : [testOrigin]
  const send = createOutgoingClient({
    environment: 'live',
    limits: MERCHANT_SESSION_LIMITS,
    tls,
    // Apple's own are not trusted: their names must lead to the internet, as those of webhooks.
    ...(testOrigin === undefined ? {} : { trustedOrigins: [testOrigin] }),
  })
  return async ({ validationUrl, domain, displayName }) => {
    if (!isOfOrigin(validationUrl, origins)) return { kind: 'address' }
    const exchange = await send({
      method: 'POST',
      url: validationUrl,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        merchantIdentifier: merchantId,
        displayName: displayName.slice(0, MAX_DISPLAY_NAME),
        initiative: 'web',
        initiativeContext: domain,
      }),
    })
    if (exchange.kind !== 'answered') return { kind: 'unreachable', reason: exchange.reason }
    if (exchange.status !== 200) return { kind: 'declined', status: exchange.status }
    const session = parsed(exchange.body)
    return isJsonObject(session)
      ? { kind: 'session', session }
      : { kind: 'unreachable', reason: 'an answer that is no JSON object' }
  }
}

/** A user name in the address is refused with it by the outgoing client. */
function isOfOrigin(text: string, origins: readonly string[]): boolean {
  return URL.canParse(text) && origins.includes(new URL(text).origin)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
