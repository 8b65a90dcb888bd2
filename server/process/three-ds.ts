import type { FastifyInstance } from 'fastify'
import type { Clock } from '../engine/timers/clock.ts'
import type { ThreeDsServer } from '../methods/three-ds/server/contract.ts'
import { createHttpDirectory, type Directory } from '../methods/three-ds/server/directory.ts'
import { AUTHENTICATION_LIMITS, PREPARATION_LIMITS } from '../methods/three-ds/server/limits.ts'
import { createThreeDsServer } from '../methods/three-ds/server/server.ts'
import type { SimulatedIssuer } from '../methods/three-ds/simulated/issuer.ts'
import { createOutgoingClient, type OutgoingParts } from '../wire/outgoing/client.ts'

/** A directory server of card networks, and who this 3DS server is there. */
export interface DirectorySettings {
  readonly url: string
  /** PEM texts: its authorities, and this server's certificate and key for mutual TLS. */
  readonly tls?: NonNullable<OutgoingParts['tls']>
  /** `threeDSServerRefNumber`, assigned by EMVCo. */
  readonly referenceNumber: string
  /** `threeDSServerOperatorID`, assigned by the directory. */
  readonly operatorId?: string
}

interface ThreeDsParts {
  readonly environment: 'test' | 'live'
  /** Absent: the simulated one in test; none in live, where 3-D Secure is off then. */
  readonly directory?: DirectorySettings
  readonly issuer: SimulatedIssuer | undefined
  readonly clock: Clock
  readonly log: FastifyInstance['log']
}

const SIMULATED_REFERENCE = '3DS_TILLGATE_TEST'

/** The 3DS server of the gateway; `undefined`: 3-D Secure is off. */
export function threeDsServerOf(parts: ThreeDsParts): ThreeDsServer | undefined {
  const { directory, issuer, clock, log } = parts
  const asked = directory === undefined ? issuer?.directory : httpDirectory(directory, parts)
  if (asked === undefined) return undefined
  const { referenceNumber = SIMULATED_REFERENCE, operatorId } = directory ?? {}
  const identity = { referenceNumber, ...(operatorId === undefined ? {} : { operatorId }) }
  return createThreeDsServer({ directory: asked, identity, clock, log })
}

function httpDirectory({ url, tls }: DirectorySettings, { environment }: ThreeDsParts): Directory {
  const shared = {
    environment,
    trustedOrigins: [new URL(url).origin],
    ...(tls === undefined ? {} : { tls }),
  }
  return createHttpDirectory({
    url,
    authentications: createOutgoingClient({ ...shared, limits: AUTHENTICATION_LIMITS }),
    preparations: createOutgoingClient({ ...shared, limits: PREPARATION_LIMITS }),
  })
}
