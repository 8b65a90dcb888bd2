import { describe, expect, it } from 'vitest'
import { ecisOf, knownEcisOf, leaveOutUnprovedClaims } from '../read/card-schemes.ts'

const NETWORKS = [
  'VISA',
  'MASTER',
  'MAESTRO',
  'AMEX',
  'JCB',
  'UNIONPAY',
  'CARTEBANCAIRE',
  'DANKORT',
]
const ECIS = ['01', '02', '03', '04', '05', '06', '07', '08', undefined]
const STATUSES = ['Y', 'A', 'U', 'N', undefined]

/** Every network with every indicator and status. */
const claims = NETWORKS.flatMap((network) =>
  ECIS.flatMap((eci) => STATUSES.map((status) => ({ network, eci, status }))),
)

const leaveOut = (request: Record<string, string>, network: string) =>
  leaveOutUnprovedClaims(request, { has: (name) => request[name] !== undefined }, network)

function sent(eci: string | undefined, status: string | undefined): Record<string, string> {
  return {
    amount: '92.00',
    ...(eci === undefined ? {} : { 'threeDSecure.eci': eci }),
    ...(status === undefined ? {} : { 'threeDSecure.authenticationStatus': status }),
  }
}

describe('what a request claims of an authentication', () => {
  it('stays with its proof, whatever it is', () => {
    for (const { network, eci, status } of claims)
      for (const proof of ['threeDSecure.verificationId', 'tokenAccount.cryptogram']) {
        const request = { ...sent(eci, status), [proof]: 'AAAA=' }
        expect(leaveOut(request, network)).toEqual([])
        expect(request).toEqual({ ...sent(eci, status), [proof]: 'AAAA=' })
      }
  })

  it('is left out without its proof, and only what claims nothing stays', () => {
    for (const { network, eci, status } of claims) {
      const request = sent(eci, status)
      leaveOut(request, network)
      const { authenticated, authenticatedWithoutShopper, attempted, none } = ecisOf(network)
      const proving = [...authenticated, ...attempted, authenticatedWithoutShopper]
      const kept = request['threeDSecure.eci']
      if (kept !== undefined) expect(none).toContain(kept)
      if (eci !== undefined && proving.includes(eci) && !none.includes(eci))
        expect([network, kept]).toEqual([network, undefined])
      if (eci !== undefined && knownEcisOf(network)?.includes(eci) && none.includes(eci))
        expect([network, kept]).toEqual([network, eci])
      expect(request['threeDSecure.authenticationStatus']).toBe(
        status === 'Y' || status === 'A' ? undefined : status,
      )
    }
  })
})
