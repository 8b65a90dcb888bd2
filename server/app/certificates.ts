import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DAY_MS } from '../../common/durations.ts'
import type { ServedCertificate } from '../http/served-certificate.ts'
import { type Config, SETTINGS } from '../kernel/settings/config.ts'
import { transportOf } from '../store/postgres/transport-of.ts'

/** From how long before its end a certificate is told, in milliseconds: time for two tries and a holiday. */
const TOLD_BEFORE_MS = 21 * DAY_MS

/** A certificate that the gateway depends on. */
export interface WatchedCertificate {
  /** The label of its metric. */
  readonly name: string
  /** The setting that names its file. */
  readonly variable: string
  /** What its end does, as the end of a sentence. */
  readonly effect: string
  /** When it ends, inclusive, in milliseconds since 1970. */
  endsAtMs(): number
}

/** Which settings name certificates, and whether the first or the last one of a file to end counts. */
const OF_SETTINGS = [
  {
    name: 'directory',
    key: 'directoryCert',
    counts: 'first',
    effect: 'no cardholder is authenticated',
  },
  {
    name: 'directory_authorities',
    key: 'directoryCa',
    counts: 'last',
    effect: 'no cardholder is authenticated',
  },
  {
    name: 'apple_pay',
    key: 'applePayCert',
    counts: 'first',
    effect: "the widget's Apple Pay button gets no session",
  },
  {
    name: 'apple_pay_root',
    key: 'applePayRoot',
    counts: 'last',
    effect: 'tokens of Apple Pay are refused',
  },
] as const

/**
 * The certificates that the settings name, as their files are now: what a gateway that starts now goes by.
 * The served one can be renewed meanwhile. Rejects where a file cannot be read.
 */
export async function watchedCertificates(
  config: Pick<Config, (typeof OF_SETTINGS)[number]['key'] | 'database'>,
  served: ServedCertificate | undefined,
  ofServer: SeenCertificate,
): Promise<readonly WatchedCertificate[]> {
  const named = await Promise.all(
    OF_SETTINGS.map(async ({ key, counts, ...of }) => {
      const path = config[key]
      if (path === null) return undefined
      const endMs = endOf(await readFile(path, 'utf8'), counts)
      return { ...of, variable: SETTINGS[key].variable, endsAtMs: () => endMs }
    }),
  )
  const own = [served && ownCertificate(served), ...named].filter((one) => one !== undefined)
  return [...own, ...databaseCertificates(config, ofServer)]
}

export function ownCertificate(served: ServedCertificate): WatchedCertificate {
  return {
    name: 'own',
    variable: SETTINGS.tlsCert.variable,
    effect: 'no browser and no shop connects',
    endsAtMs: () => endOf(served.cert, 'first'),
  }
}

/** When the certificate of the database's server ends, as the latest connection has seen it. */
export class SeenCertificate {
  endsAtMs = Number.POSITIVE_INFINITY
  readonly see = (endsAtMs: number): void => {
    this.endsAtMs = endsAtMs
  }
}

/**
 * The certificates of a PostgreSQL that is reached by TLS. Files are read as each new connection reads them: one that
 * cannot be read any more counts as it was last.
 */
export function databaseCertificates(
  { database }: Pick<Config, 'database'>,
  seen: SeenCertificate,
): readonly WatchedCertificate[] {
  if (database.engine !== 'postgres') return []
  const { url } = database
  if (transportOf(url).security === 'plain') return []
  const { variable } = SETTINGS.database
  const effect = 'no payment can be taken or read'
  const ofFile = (name: string, key: 'cert' | 'ca', parameter: string) => {
    const first = transportOf(url)[key]
    if (first === undefined) return []
    let pem = first
    return [
      {
        name,
        variable: `${variable} (${parameter})`,
        effect,
        endsAtMs() {
          try {
            pem = transportOf(url)[key] ?? pem
          } catch {
            // The next connection fails and says why.
          }
          return endOf(pem, key === 'cert' ? 'first' : 'last')
        },
      },
    ]
  }
  return [
    {
      name: 'database_server',
      variable: `${variable} (that of the server)`,
      effect,
      endsAtMs: () => seen.endsAtMs,
    },
    ...ofFile('database', 'cert', 'sslcert'),
    ...ofFile('database_authorities', 'ca', 'sslrootcert'),
  ]
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * When the certificates of a PEM text end, in milliseconds: a chain with its first, authorities with their
 * last. Never where there is none, which the start has refused.
 */
function endOf(pem: string, counts: 'first' | 'last'): number {
  const ends = (pem.match(PEM) ?? []).map((one) => Date.parse(new X509Certificate(one).validTo))
  if (ends.length === 0) return Number.POSITIVE_INFINITY
  return counts === 'first' ? Math.min(...ends) : Math.max(...ends)
}

/** What is to be told of certificates that have ended or end within three weeks, a line for each. */
export function certificateWarnings(
  certificates: readonly WatchedCertificate[],
  nowMs: number,
): readonly string[] {
  return certificates.flatMap(({ variable, effect, endsAtMs }) => {
    const leftMs = endsAtMs() - nowMs
    if (leftMs > TOLD_BEFORE_MS) return []
    const day = new Date(endsAtMs()).toISOString().slice(0, 10)
    const days = Math.floor(leftMs / DAY_MS)
    const ends = leftMs < 0 ? `ended on ${day}` : `ends on ${day}, in ${days} days`
    return [
      `The certificate in ${variable} ${ends}: ${leftMs < 0 ? '' : 'then '}${effect}; renew it`,
    ]
  })
}
