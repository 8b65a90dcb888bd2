import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { serversIn } from '../../../common/database-servers.ts'
import type { DatabaseSetting } from './config.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'

export function oneOf<Word extends string>(words: readonly Word[], text: string): Word | undefined {
  return words.find((word) => word === text)
}

export function readPort(text: string, least: number): number | undefined {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  return port >= least && port <= 65535 ? port : undefined
}

export function readFlag(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

export function readConnections(text: string): number | undefined {
  if (text === 'off') return Number.POSITIVE_INFINITY
  const count = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : Number.NaN
  return count <= CONNECTION_LIMITS.maxConnections ? count : undefined
}

/** A whole number from 1 on. */
export function readNumber(text: string, most: number): number | undefined {
  const number = /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : Number.NaN
  return number <= most ? number : undefined
}

export function isHost(text: string): boolean {
  const authority = text.includes(':') ? `[${text}]` : text
  return /^[\w.:-]+$/.test(text) && URL.canParse(`http://${authority}/`)
}

export function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return /^https?:$/.test(url.protocol) && bare ? url.origin : undefined
}

/**
 * Another name of this machine, which browsers treat as another site; any other origin is not
 * changed.
 */
export function otherSite(origin: string): string {
  const url = new URL(origin)
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  else if (url.hostname === '127.0.0.1') url.hostname = 'localhost'
  return url.origin
}

export function readReceiver(text: string): string | undefined {
  const origin = readOrigin(text)
  return origin !== undefined && isSafe(origin) ? origin : undefined
}

/** `smtp://host:port` or `smtps://host:port`, without anything else. */
export function readMailServer(text: string): string | undefined {
  if (!/^smtps?:\/\/[^/?#@]+\/?$/.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, port } = new URL(text)
  if (hostname === '') return undefined
  return `${protocol}//${hostname}:${port === '' ? (protocol === 'smtps:' ? 465 : 587) : port}`
}

/** A server that payments were forwarded to, and how to go on there. */
export interface FormerReceiver {
  readonly url: string
  readonly entityId: string
  readonly token: string
}

/** As many as an operator has ever moved between; each has 64 sockets. */
const MAX_FORMER_RECEIVERS = 8

/** Reads addresses such as `https://ENTITY:TOKEN@host`, with blanks between; the token is percent-encoded. */
/** A host, and a port where it is not the usual one. */
export function readTimeServer(text: string): string | undefined {
  if (!/^(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(text)) return undefined
  return URL.canParse(`udp://${text}`) ? text : undefined
}

export function readFormerReceivers(text: string): readonly FormerReceiver[] | undefined {
  const read = text.split(/\s+/).map(readFormerReceiver)
  const all = read.filter((one) => one !== undefined)
  const entities = new Set(all.map(({ entityId }) => entityId))
  const isWhole = all.length === read.length && entities.size === all.length
  return isWhole && all.length <= MAX_FORMER_RECEIVERS ? all : undefined
}

function readFormerReceiver(text: string): FormerReceiver | undefined {
  if (!URL.canParse(text)) return undefined
  const { username, password, protocol, host, pathname, search, hash } = new URL(text)
  if (pathname + search + hash !== '/') return undefined
  const url = readReceiver(`${protocol}//${host}`)
  const entityId = readEntityId(username)
  const token = readToken(percentDecoded(password))
  if (url === undefined || entityId === undefined || token === undefined) return undefined
  return { url, entityId, token }
}

/** The text itself where it cannot be decoded: no token has a percent sign. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An address with a path, where messages are posted. */
export function readDirectory(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { href, protocol, username, password, hash } = new URL(text)
  const isBare = username === '' && password === '' && hash === '' && href.length <= 2_048
  return isBare && /^https?:$/.test(protocol) && isSafe(href) ? href : undefined
}

/** Plain HTTP only where it does not leave this machine. */
function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  const isHere = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || isHere
}

/** A number that a card network has assigned. */
export function readReference(text: string): string | undefined {
  return /^[\w.-]{1,32}$/.test(text) ? text : undefined
}

export function readEntityId(text: string): string | undefined {
  return /^[0-9a-f]{32}$/.test(text) ? text : undefined
}

export function readToken(text: string): string | undefined {
  return /^[\w.~+/=-]{16,255}$/.test(text) ? text : undefined
}

export function readDatabase(text: string): DatabaseSetting | undefined {
  if (text === 'memory:') return { engine: 'memory' }
  if (/^postgres(ql)?:/.test(text)) return readPostgres(text)
  const path = /^sqlite:(.+)$/.exec(text)?.[1]
  return path === undefined ? undefined : { engine: 'sqlite', path: resolve(path) }
}

function readPostgres(url: string): DatabaseSetting | undefined {
  return serversIn(url).length > 0 ? { engine: 'postgres', url } : undefined
}

export function readKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  // 32 bytes are 43 base64 digits, of either alphabet, and one sign of padding.
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

/**
 * 32 random bytes have 30 different ones on average; fewer than 17 come once in 4·10¹⁴ keys. A pattern of up to 16
 * bytes that is repeated has fewer.
 */
export const MIN_DIFFERENT_BYTES = 17

/** Whether a key was typed as an example: digits or a pattern over and over, or digits or bytes that count. */
export function isPlaceholderKey(key: Buffer): boolean {
  if (new Set(key).size < MIN_DIFFERENT_BYTES) return true
  const digits = Array.from(key.toString('hex'), (digit) => Number.parseInt(digit, 16))
  if (hasPeriod(digits, digits.length / 2)) return true
  return [10, 16].some((modulus) => stepOf(digits, modulus) !== undefined) || countsBytes(key)
}

/** Whether a pattern of at most so many numbers stands in it over and over, its last time perhaps cut off. */
function hasPeriod(numbers: readonly number[], longest: number): boolean {
  for (let period = 1; period <= longest; period++) {
    if (numbers.every((number, at) => at < period || number === numbers[at - period])) return true
  }
  return false
}

function countsBytes(key: Buffer): boolean {
  return stepOf(Array.from(key), 256) !== undefined
}

/** The difference between each number and the next one, if it is the same everywhere. */
function stepOf(numbers: readonly number[], modulus: number): number | undefined {
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0))
  const [first = 0, ...others] = steps.map((step) => (step + modulus) % modulus)
  return others.every((step) => step === first) ? first : undefined
}

/**
 * Reads `loopback`, addresses and subnets, separated by commas. `undefined` for anything else, also for
 * a subnet of all addresses: as a proxy every client could then declare its plain HTTP request to be
 * https, and as a target of requests every address could be reached.
 */
export function readSubnets(text: string): readonly string[] | undefined {
  const subnets = text.split(',').map((subnet) => subnet.trim())
  return subnets.every(isSubnet) ? subnets : undefined
}

function isSubnet(text: string): boolean {
  if (text === 'loopback') return true
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  // A zone (fe80::1%eth0) is valid on one machine only.
  if (version === 0 || more.length > 0 || address.includes('%')) return false
  return prefix === undefined || isPrefix(prefix, version === 4 ? 32 : 128)
}

/** From 1: a prefix of 0 would mean every address. */
function isPrefix(text: string, most: number): boolean {
  return /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= most
}

/** Whether a host is this machine alone: then nobody else can make it call itself. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host)
}
