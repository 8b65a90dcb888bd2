import { hash } from 'node:crypto'
import { createOutgoingClient } from '../../server/http/outgoing/client.ts'
import type { Core, Feature } from '../../server/payments/index.ts'
import { createSimulatedIssuer, RESULT_LIMITS } from './issuer.ts'
import { issuerRoutes } from './issuer-pages/routes.ts'

interface JoinParts extends Pick<Core, 'baseUrl' | 'vault' | 'clock' | 'log'> {
  /** Origin of the simulated issuer's pages; `null`: `baseUrl`. */
  readonly issuerUrl: string | null
  readonly outgoingSubnets: readonly string[]
}

/** Plays the directory of the card networks and the issuer (EMV 3-D Secure). */
export const directory = {
  name: 'directory',
  testOnly: true,
  needs: ['three-ds'],
  routes: issuerRoutes,

  join({ baseUrl, issuerUrl, outgoingSubnets, vault, clock, log }: JoinParts) {
    // A secret before the text, and a hash that cannot be continued: 0.6 µs, where HMAC takes 2.3.
    const secret = vault.keyedHash('simulated issuer')
    const sign = (text: string) => hash('sha512-256', secret + text)
    // Results for other servers leave by the guarded client.
    const send = createOutgoingClient({
      environment: 'test',
      // This gateway asks it, too, wherever it listens.
      trustedOrigins: [baseUrl],
      allowedSubnets: outgoingSubnets,
      limits: RESULT_LIMITS,
    })
    const now = () => clock.now()
    return {
      issuer: createSimulatedIssuer({
        baseUrl,
        issuerUrl: issuerUrl ?? baseUrl,
        sign,
        send,
        log,
        now,
      }),
    }
  },
} as const satisfies Feature
