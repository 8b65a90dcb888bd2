import { readFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createOutgoingClient, type OutgoingParts } from '../../http/outgoing/client.ts'
import { type Config, SETTINGS } from '../../kernel/settings/config.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import type { ServerIdentity } from './server/areq.ts'
import type { ThreeDsServer } from './server/contract.ts'
import { createHttpDirectory, type Directory } from './server/directory.ts'
import { AUTHENTICATION_LIMITS, PREPARATION_LIMITS } from './server/limits.ts'
import { createThreeDsServer } from './server/server.ts'

/** A directory server of card networks, and the numbers of this 3DS server there. */
export interface DirectorySettings extends ServerIdentity {
  readonly url: string
  /** PEM texts: its authorities, and this server's certificate and key for mutual TLS. */
  readonly tls: NonNullable<OutgoingParts['tls']>
}

/** The directory server that the settings name, with the files that they name. Rejects with one line. */
export async function directoryOf(config: Config): Promise<DirectorySettings | undefined> {
  const { directoryUrl: url, directoryReference: referenceNumber, directoryOperator } = config
  if (url === null) return undefined
  const [ca, cert, key] = await Promise.all([
    pemOf(config, 'directoryCa'),
    pemOf(config, 'directoryCert'),
    pemOf(config, 'directoryKey'),
  ])
  return {
    url,
    referenceNumber,
    ...(directoryOperator === null ? {} : { operatorId: directoryOperator }),
    tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
  }
}

async function pemOf(
  config: Config,
  setting: 'directoryCa' | 'directoryCert' | 'directoryKey',
): Promise<string | undefined> {
  const path = config[setting]
  if (path === null) return undefined
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text.includes('-----BEGIN ')) return text
  throw new Error(`${SETTINGS[setting].variable} names ${path}, which is no PEM file`)
}

interface ThreeDsParts {
  readonly environment: 'test' | 'live'
  /** Absent: the simulated one in test; none in live, where 3-D Secure is off then. */
  readonly directory?: DirectorySettings | undefined
  readonly simulatedDirectory?: Directory | undefined
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** The 3DS server of the gateway; `undefined`: 3-D Secure is off. */
export function threeDsServerOf(parts: ThreeDsParts): ThreeDsServer | undefined {
  const { directory, simulatedDirectory, clock, log } = parts
  const asked = directory === undefined ? simulatedDirectory : httpDirectory(directory, parts)
  if (asked === undefined) return undefined
  const identity = directory ?? { referenceNumber: '3DS_TILLGATE_TEST' }
  return createThreeDsServer({ directory: asked, identity, clock, log })
}

function httpDirectory({ url, tls }: DirectorySettings, { environment }: ThreeDsParts): Directory {
  const shared = { environment, trustedOrigins: [new URL(url).origin], tls }
  return createHttpDirectory({
    url,
    authentications: createOutgoingClient({ ...shared, limits: AUTHENTICATION_LIMITS }),
    preparations: createOutgoingClient({ ...shared, limits: PREPARATION_LIMITS }),
  })
}
