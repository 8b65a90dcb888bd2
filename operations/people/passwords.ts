import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { type Refusal, refuse } from '../../server/results/refusal.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** OWASP Password Storage Cheat Sheet, 2025: scrypt with N = 2^17, r = 8, p = 1. About 0.4 s and 128 MB. */
const DEFAULT_COST = 17
const BLOCK_SIZE = 8
const HASH_BYTES = 32
const SALT_BYTES = 16

/** Two of them take 256 MB and two of Node's four threads. */
const MAX_AT_ONCE = 2
/** From each kind of browser. */
const MAX_WAITING = 20

/**
 * From where a password comes: from a browser in which its user has signed in before, or any other one. Each kind
 * waits in a queue of its own, and the two take turns: strangers, however many addresses they have, do not keep a
 * user out of a known browser.
 */
export type BrowserKind = 'known' | 'other'

/** Makes and compares the hashes of passwords, a few at a time; `other` where the browser is not named. */
export interface Passwords {
  /** A text that says how it was made: `scrypt$<cost>$<salt>$<hash>`. 503 when too many wait. */
  hash(password: string, from?: BrowserKind): Promise<string | Refusal>
  /** Takes as long without a hash, when it is `false`. 503 when too many wait. */
  matches(
    password: string,
    hash: string | undefined,
    from?: BrowserKind,
  ): Promise<boolean | Refusal>
}

/** `cost`: the logarithm of scrypt's N, where it is another one than usual. */
export function createPasswords({
  cost = DEFAULT_COST,
}: {
  readonly cost?: number
} = {}): Passwords {
  const inTurn = turns(MAX_AT_ONCE, MAX_WAITING)
  const nobodys = textOf(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))
  return {
    hash: (password, from = 'other') =>
      inTurn(from, async () => {
        const salt = randomBytes(SALT_BYTES)
        return textOf(cost, salt, await derive(password, salt, cost))
      }),

    matches: (password, hash, from = 'other') =>
      inTurn(from, async () => {
        const { cost: ofHash, salt, derived } = partsOf(hash ?? nobodys)
        const isEqual = timingSafeEqual(await derive(password, salt, ofHash), derived)
        return isEqual && hash !== undefined
      }),
  }
}

function textOf(cost: number, salt: Buffer, derived: Buffer): string {
  return ['scrypt', cost, salt.toString('base64url'), derived.toString('base64url')].join('$')
}

function partsOf(hash: string) {
  const [, cost, salt = '', derived = ''] = hash.split('$')
  return {
    cost: Number(cost),
    salt: Buffer.from(salt, 'base64url'),
    derived: Buffer.from(derived, 'base64url'),
  }
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const N = 2 ** cost
  const options: ScryptOptions = { N, r: BLOCK_SIZE, p: 1, maxmem: 2 * 128 * N * BLOCK_SIZE }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, derived) =>
      error === null ? resolve(derived) : reject(error),
    )
  })
}

/**
 * Lets work begin in its order, so much at once, of the two kinds alternately where both wait; refuses what would
 * wait behind too much of its own kind.
 */
function turns(maxAtOnce: number, maxWaiting: number) {
  const waiting: Readonly<Record<BrowserKind, (() => void)[]>> = { known: [], other: [] }
  let running = 0
  let latest: BrowserKind = 'other'

  function beginNext(): void {
    const other = latest === 'known' ? 'other' : 'known'
    latest = waiting[other].length > 0 ? other : latest
    const next = waiting[latest].shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async <Result>(
    from: BrowserKind,
    work: () => Promise<Result>,
  ): Promise<Result | Refusal> => {
    if (running >= maxAtOnce) {
      if (waiting[from].length >= maxWaiting) return tooManySignIns
      await new Promise<void>((resolve) => waiting[from].push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      beginNext()
    }
  }
}

const tooManySignIns = refuse('800.120.100', {
  status: 503,
  description: 'Too many people sign in at this moment: try again in a few seconds',
  retryAfterSeconds: 5,
})

/** PCI DSS 8.3.6: twelve characters at least, with letters and digits. */
export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 128
/** A shorter name of an e-mail address is in too many words. */
const MIN_FOUND_NAME = 4

/** Why a password may not be chosen, as the end of a sentence that begins with its name. */
export function passwordFault(password: string, email: string): string | undefined {
  const length = [...password].length
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) {
    return `must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`
  }
  if (!/\p{L}/u.test(password) || !/\p{N}/u.test(password)) {
    return 'must have letters and digits'
  }
  const plain = password.normalize('NFKC').toLowerCase()
  const name = email.split('@', 1)[0] ?? ''
  if (name.length >= MIN_FOUND_NAME && plain.includes(name)) {
    return 'must not contain the name of the e-mail address'
  }
  return COMMON_PASSWORDS.has(plain) || isRepeated(plain)
    ? 'is one of those that are tried first: take one that nobody else has'
    : undefined
}

/** `abc1abc1abc1`: the same few characters again and again. */
function isRepeated(password: string): boolean {
  return /^(.{1,4})\1+$/u.test(password) || new Set(password).size < 5
}

const RANDOM_PASSWORD_BYTES = 15

/** A password of 112 random bits in groups that can be typed; it always has a letter and a digit. */
export function randomPassword(): string {
  const digits = randomBytes(RANDOM_PASSWORD_BYTES).toString('hex')
  const groups = `t${digits.slice(0, -2)}7`.match(/.{1,6}/g) ?? []
  return groups.join('-')
}
