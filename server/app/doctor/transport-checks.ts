import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { type DoctorCheck, type DoctorResult, resultsOf } from '../../cli/doctor-check.ts'
import { createOutgoingClient, type OutgoingLimits } from '../../http/outgoing/client.ts'
import { ServedCertificate } from '../../http/served-certificate.ts'
import { readTlsIdentity } from '../../http/transport-certificate.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { certificateWarnings, SeenCertificate, watchedCertificates } from '../certificates.ts'

/** A gateway that answers later is none that takes payments; of a longer answer the status counts. */
const LIMITS: OutgoingLimits = {
  connectMs: 5_000,
  answerMs: 5_000,
  answerBytes: 65_536,
  cutsAnswers: true,
  headerBytes: 16_384,
  sockets: 1,
  idleSocketMs: 1_000,
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

export const transportChecks: readonly DoctorCheck[] = [
  {
    name: 'certificates',
    looksAt: 'the end of each certificate that settings name, from 21 days before it',
    why: 'what depends on it ends on that day',
    fix: 'a renewed certificate, then SIGHUP (systemctl reload)',
    quick: true,
    async look({ config, nowMs }) {
      const identity = await readTlsIdentity(config)
      const served = identity && new ServedCertificate(identity)
      const watched = await watchedCertificates(config, served, new SeenCertificate())
      return resultsOf('warning', certificateWarnings(watched, nowMs), 'none ends soon')
    },
  },
  {
    name: 'certificate-chain',
    looksAt: "the names and the chain of the gateway's own certificate",
    why: 'browsers and shops refuse a certificate of another name, or whose issuer they cannot find',
    fix: 'in TILLGATE_TLS_CERT the certificate of the name in TILLGATE_BASE_URL, and the intermediate ones after it',
    quick: true,
    async look({ config }) {
      const identity = await readTlsIdentity(config)
      if (identity === undefined) return [{ state: 'good', found: 'the gateway has none itself' }]
      const faults = chainFaults(identity.cert, new URL(config.baseUrl).hostname)
      return resultsOf('warning', faults, 'it has the name of the base URL, and its issuers')
    },
  },
  {
    name: 'gateway',
    looksAt: 'what /readyz of the gateway on this machine says',
    why: 'a gateway that is not ready takes no payments',
    fix: 'the log of the gateway; what the line says',
    look: ({ config }) => gatewayResults(config),
  },
  {
    name: 'base-url',
    looksAt:
      'whether the base URL leads to the gateway, and a proxy says that a request came by https',
    why: 'without X-Forwarded-Proto each request is sent to https for ever',
    fix: 'the proxy: X-Forwarded-Proto and X-Forwarded-For set anew on each request (docs/transport.md)',
    look: async ({ config }) => [await baseUrlResult(config)],
  },
]

/** What is wrong with a chain in PEM, the gateway's own certificate first. */
export function chainFaults(pem: string, host: string): readonly string[] {
  const chain = (pem.match(PEM) ?? []).map((each) => new X509Certificate(each))
  const [own] = chain
  if (own === undefined) return ['it holds no certificate']
  const broken = chain.findIndex((each, at) => {
    const issuer = chain[at + 1]
    return issuer !== undefined && !each.checkIssued(issuer)
  })
  const isAlone = chain.length === 1 && own.subject !== own.issuer
  return [
    ...(isFor(own, host) ? [] : [`the certificate is not for ${host}`]),
    ...(broken === -1
      ? []
      : [`certificate ${broken + 2} of the file has not issued the one before`]),
    ...(isAlone ? ['the file has no intermediate certificate after the first one'] : []),
    ...(own.subject === own.issuer ? ['it has issued itself: no browser knows it'] : []),
  ]
}

function isFor(certificate: X509Certificate, host: string): boolean {
  const named = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)
  return named !== undefined
}

/** Asks an address of the operator's own settings. Rejects with one line where nothing answers. */
async function ask(config: Config, origin: string, path: string) {
  const { environment } = config
  const send = createOutgoingClient({ environment, trustedOrigins: [origin], limits: LIMITS })
  const exchange = await send({ method: 'GET', url: origin + path })
  if (exchange.kind === 'answered') return exchange
  throw new Error(`nothing answers at ${origin}: ${exchange.reason}`)
}

/** Past the proxy, as a probe asks. One by TLS answers to its own name alone. */
async function gatewayResults(config: Config): Promise<readonly DoctorResult[]> {
  const { host, port, tlsCert, baseUrl } = config
  const here = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const plain = `http://${here.includes(':') ? `[${here}]` : here}:${port}`
  const { status, body } = await ask(config, tlsCert === null ? plain : baseUrl, '/readyz')
  const read = readinessIn(body)
  if (read === undefined) return [{ state: 'unknown', found: 'another program answers' }]
  if (status !== 200) return [{ state: 'problem', found: `not ready: ${read.description}` }]
  return resultsOf('warning', read.warnings, 'ready, without warnings')
}

/** What an answer of `/readyz` says; `undefined` for an answer of something else. */
function readinessIn(body: string) {
  try {
    const { warnings = [], result } = JSON.parse(body) as {
      readonly warnings?: readonly string[]
      readonly result: { readonly description?: string }
    }
    return { warnings, description: result.description ?? '' }
  } catch {
    return undefined
  }
}

/** By a route that live answers by https alone. */
async function baseUrlResult(config: Config): Promise<DoctorResult> {
  const { baseUrl } = config
  const { status } = await ask(config, baseUrl, '/v1/resultcodes')
  if (status === 200) return { state: 'good', found: `${baseUrl} leads to a gateway` }
  const why = status >= 300 && status < 400 ? ': the gateway does not see https' : ''
  return { state: 'problem', found: `${baseUrl} answers ${status}${why}` }
}
