import { X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ServedCertificate } from '../http/served-certificate.ts'
import { readTlsIdentity } from '../http/transport-certificate.ts'
import type { Config } from '../kernel/settings/config.ts'
import type { Clock } from '../kernel/timers/clock.ts'
import { certificateWarnings, ownCertificate } from './certificates.ts'

/**
 * Reads certificate and key from their files again and shows them from then on; a line in the log
 * says until when they are valid. A pair that cannot be served is reported in the log, in /readyz
 * and by a metric, and the gateway keeps the one that it has. Never rejects.
 */
export function certificateRenewal(
  config: Pick<Config, 'tlsCert' | 'tlsKey'>,
  certificate: ServedCertificate,
  { log, clock }: Pick<FastifyInstance, 'log'> & { readonly clock: Clock },
): () => Promise<void> {
  return async () => {
    try {
      const identity = await readTlsIdentity(config)
      if (identity === undefined) return
      certificate.renew(identity)
      const { subject, validTo } = new X509Certificate(identity.cert)
      log.info({ subject, validTo }, 'The certificate was read again')
      const ending = certificateWarnings([ownCertificate(certificate)], clock.now())
      for (const line of ending) log.error(line)
    } catch (error) {
      certificate.isOutdated = true
      const reason = error instanceof Error ? error.message : String(error)
      log.error({ reason }, 'The certificate was not read again: the earlier one stays')
    }
  }
}
