import { Type } from 'typebox'
import { DAY_MS } from '../../common/durations.ts'
import { plainName, shaped, time } from '../parameters/described-parts.ts'
import { readTimestamp } from '../parameters/read-timestamp.ts'
import type { ParameterError } from '../results/refusal.ts'
import { readIpRange } from './ip-ranges.ts'
import { SCOPES, type TokenLimits, UNLIMITED_TOKEN } from './token-limits.ts'

/** How many addresses and ranges a token has at most. */
const MAX_ADDRESSES = 20

/** The longest time that a token with an end is good for. */
const MAX_TOKEN_YEARS = 10

const scope = `(?:${SCOPES.join('|')})`

/** What a new access token is given, by a route and by a command. */
export const newTokenFields = {
  label: plainName('What it is called; another one for each of an entity.'),
  tokenRole: Type.Optional(
    Type.Enum(['merchant', 'administrator'], {
      description:
        'merchant: for the routes of merchants; administrator: also for those of /admin/v1.',
    }),
  ),
  scopes: Type.Optional(
    shaped(
      new RegExp(`^${scope}(?:, ?${scope}){0,3}$`),
      `some of ${SCOPES.join(', ')}, with commas between them`,
      {
        example: 'read,pay',
        description: 'What it may do; all of them when absent. No token gets more of them later.',
      },
    ),
  ),
  expiresAt: Type.Optional({
    ...time,
    description: 'When it ends, UTC: it is refused from then on. Never when absent.',
  }),
  addresses: Type.Optional(
    shaped(/^[0-9A-Fa-f:./, ]{2,1000}$/, `up to ${MAX_ADDRESSES} IP addresses or ranges`, {
      example: '192.0.2.10,2001:db8::/48',
      description:
        'From where it may be used: IP addresses and ranges with commas between them. From anywhere when absent.',
    }),
  ),
}

interface SentLimits {
  readonly scopes?: string
  readonly expiresAt?: string
  readonly addresses?: string
}

/** The limits of a new token as they are stored, or every fault of what was sent. */
export function readTokenLimits(
  { scopes, expiresAt, addresses }: SentLimits,
  nowMs: number,
): TokenLimits | readonly ParameterError[] {
  const faults: ParameterError[] = []
  const expiresAtMs = expiresAt === undefined ? null : readTimestamp(expiresAt)
  const wrongEnd = expiresAtMs === null ? undefined : endFault(expiresAtMs, nowMs)
  if (wrongEnd !== undefined) {
    faults.push({ name: 'expiresAt', value: expiresAt ?? '', message: `must be ${wrongEnd}` })
  }
  const ranges = new Set(addresses?.split(',').map((text) => text.trim()) ?? [])
  const wrong = [...ranges].find((text) => readIpRange(text) === undefined)
  if (wrong !== undefined) {
    const message =
      'must have IP addresses or ranges with commas between them, such as 192.0.2.0/24'
    faults.push({ name: 'addresses', value: wrong, message })
  } else if (ranges.size > MAX_ADDRESSES) {
    const message = `has ${ranges.size} addresses and ranges: at most ${MAX_ADDRESSES} are taken`
    faults.push({ name: 'addresses', value: '…', message })
  }
  if (faults.length > 0) return faults
  return { scopes: storedScopes(scopes), expiresAtMs, addresses: [...ranges].join(' ') }
}

function storedScopes(sent: string | undefined): string {
  if (sent === undefined) return UNLIMITED_TOKEN.scopes
  const words = sent.split(',').map((word) => word.trim())
  return SCOPES.filter((one) => words.includes(one)).join(' ')
}

/** Why a moment is no end of a new token, after "must be". */
function endFault(expiresAtMs: number, nowMs: number): string | undefined {
  if (expiresAtMs <= nowMs) return 'in the future'
  return expiresAtMs - nowMs > MAX_TOKEN_YEARS * 366 * DAY_MS
    ? `within ${MAX_TOKEN_YEARS} years`
    : undefined
}
