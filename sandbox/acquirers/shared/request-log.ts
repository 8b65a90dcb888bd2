import { passesLuhn } from '../../../common/brands.ts'

/** A request as the log shows it: without card numbers, security codes and keys. */
export interface LoggedRequest {
  readonly at: number
  readonly id: string
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | undefined
  readonly params: unknown
  /** Status of the answer; `undefined` while there is none, or where the client never got one. */
  status: number | undefined
  /** The fault that was injected. */
  fault: string | undefined
  isReplay: boolean
  /** Why it was answered 400 or 404. */
  refused: string | undefined
  /** What the published schema of the request says against it. */
  readonly schemaFaults: string[]
  /** What the answer lacks, or has too much, against the published sample of its object. */
  readonly answerFaults: string[]
}

/** Oldest requests leave the log, never the counts. */
const MAX_LOGGED = 10_000

/** A text without what may be a card number. */
export function masked(text: string): string {
  return text.replaceAll(/\d[\d -]{10,22}\d/g, (found) => {
    const digits = found.replaceAll(/\D/g, '')
    const isNumber = digits.length >= 12 && digits.length <= 19
    return isNumber && passesLuhn(digits) ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : found
  })
}

function shown(raw: unknown, name: string, secretNames: ReadonlySet<string>): unknown {
  if (secretNames.has(name)) return '…'
  if (typeof raw === 'string') {
    // A wrong number is none by its check digit, and may be one digit away from a right one.
    return name === 'number' ? `${raw.slice(0, 6)}…${raw.slice(-4)}` : masked(raw)
  }
  // A card number that was sent as a number is one all the same.
  if (typeof raw === 'number' && raw > 1e11) return shown(String(raw), name, secretNames)
  if (Array.isArray(raw)) return raw.map((one) => shown(one, name, secretNames))
  if (typeof raw !== 'object' || raw === null) return raw
  const members = Object.entries(raw)
  return Object.fromEntries(members.map(([key, value]) => [key, shown(value, key, secretNames)]))
}

/** @param secretNames members of requests whose values are never shown */
export function createRequestLog(secretNames: ReadonlySet<string>) {
  const all: LoggedRequest[] = []
  const counts = {
    seen: 0,
    /** By name, type or choice of a parameter: nothing was begun. */
    invalid: 0,
    /** By what they ask, or by the state of an object. */
    refused: 0,
    outsideSchema: 0,
    wrongAnswers: 0,
  }

  return {
    all,
    counts,
    add(
      seen: Pick<LoggedRequest, 'at' | 'id' | 'method' | 'idempotencyKey'> & {
        path: string
        raw: unknown
      },
    ): LoggedRequest {
      const { raw, path, ...rest } = seen
      const logged: LoggedRequest = {
        ...rest,
        path: masked(path),
        params: shown(raw, '', secretNames),
        status: undefined,
        fault: undefined,
        isReplay: false,
        refused: undefined,
        schemaFaults: [],
        answerFaults: [],
      }
      counts.seen += 1
      all.push(logged)
      if (all.length > MAX_LOGGED) all.shift()
      return logged
    },
  }
}

export type RequestLog = ReturnType<typeof createRequestLog>
