import type { IncomingMessage } from 'node:http'
import { invalid, unauthorised } from './errors.ts'

/** The keys of an account. One may be taken back, and another added. */
export function createKeys(first: readonly string[]) {
  const valid = new Set(first)
  const revoked = new Set<string>()

  return {
    add: (key: string) => void valid.add(key),
    revoke(key: string): void {
      valid.delete(key)
      revoked.add(key)
    },
    /** Checks who calls: a bearer, or the user of basic authentication. */
    check(request: IncomingMessage): void {
      const key = keyOf(request.headers.authorization)
      if (key === undefined) {
        throw unauthorised(
          "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
        )
      }
      if (revoked.has(key)) throw expiredKey(key)
      if (!valid.has(key)) throw unauthorised(`Invalid API Key provided: ${shown(key)}`)
    },
  }
}

/** Only what tells keys apart: prefix and last four characters. */
const shown = (key: string) => `${/^[a-z]+_[a-z]+_/.exec(key)?.[0] ?? ''}****${key.slice(-4)}`

export const expiredKey = (key: string) =>
  unauthorised(`Expired API Key provided: ${shown(key)}`, 'api_key_expired')

function keyOf(header: string | undefined): string | undefined {
  const [scheme, value] = header?.split(' ') ?? []
  if (value === undefined) return undefined
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() !== 'basic') return undefined
  const [user, password] = Buffer.from(value, 'base64').toString('utf8').split(':')
  return user === '' || password !== '' ? undefined : user
}

/** Stripe takes the account's own version where none is named; a connector must name its own. */
export function checkVersion(request: IncomingMessage, version: string): void {
  const named = request.headers['stripe-version']
  if (named === version) return
  throw invalid(
    named === undefined
      ? `The emulator wants the header Stripe-Version: ${version}.`
      : `Invalid Stripe API version: ${named}. The emulator plays ${version}.`,
  )
}
