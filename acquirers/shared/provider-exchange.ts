import {
  createOutgoingClient,
  type OutgoingClient,
  type OutgoingLimits,
} from '../../server/http/outgoing/client.ts'
import type { ProviderParts } from '../../server/payments/connectors/provider-parts.ts'

/** Both waits together are less than the 35 s that a graceful end waits for. */
export const PROVIDER_LIMITS: OutgoingLimits = {
  connectMs: 5_000,
  answerMs: 25_000,
  answerBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  sockets: 64,
  idleSocketMs: 4_000,
}

/** Sends requests to a provider, or to the emulator that is in its place. */
export function exchangeWith(
  { environment, emulator }: Pick<ProviderParts, 'environment' | 'emulator'>,
  limits: OutgoingLimits = PROVIDER_LIMITS,
): OutgoingClient {
  const trusted = emulator === undefined ? {} : { trustedOrigins: [emulator] }
  return createOutgoingClient({ environment, limits, ...trusted })
}
