import { MAX_JSON_DEPTH, MAX_PARAMETERS } from './limits.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d

/**
 * Whether a JSON text exceeds the limits, found before it is parsed: `JSON.parse` takes 140 ms for 1 MiB
 * of `{},` and 350 for `[`; this stops within the first 64 kB of both. The number of values is the number
 * of commas plus one, including nulls and empty containers. Accepts texts that are no JSON.
 */
export function jsonExcess(json: string): 'tooMany' | 'tooDeep' | undefined {
  let values = 1
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case COMMA:
        if (++values > MAX_PARAMETERS) return 'tooMany'
        break
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        if (++depth > MAX_JSON_DEPTH) return 'tooDeep'
        break
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        depth--
        break
      case QUOTE:
        at = endOfText(json, at)
    }
  }
  return undefined
}

/**
 * The closing quote of the text that begins at `start`; the length of `json` where there is none. A
 * search takes a tenth of looking at each character.
 */
export function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end === -1 ? json.length : end
}

/** Behind an odd number of backslashes. No backslash is looked at for two quotes. */
function isEscaped(json: string, quote: number): boolean {
  let first = quote
  while (json.charCodeAt(first - 1) === BACKSLASH) first--
  return (quote - first) % 2 === 1
}

/** Where the scan is: an object with the names it has had, or an array. */
interface Open {
  readonly path: string
  /** Nothing in an array. */
  readonly names: Set<string> | undefined
  /** The name that was read last: what is opened next is its value. */
  last: string
}

/**
 * The path of a member that an object of this JSON text has twice, such as `card.number`; nothing
 * when there is none. `JSON.parse` takes the last one silently: of two amounts, a program that
 * checked the request before may have read the other. The text must have been parsed before, and
 * not be `jsonExcess`, which bounds what is remembered here. 1 MiB takes about as long as parsing it.
 */
export function repeatedMember(json: string): string | undefined {
  const open: Open[] = []
  let inside: Open | undefined
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case OPEN_OBJECT:
        inside = opened(open, inside, new Set())
        break
      case OPEN_ARRAY:
        inside = opened(open, inside, undefined)
        break
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        open.pop()
        inside = open.at(-1)
        break
      case QUOTE: {
        const end = endOfText(json, at)
        if (inside?.names !== undefined && isFollowedByColon(json, end)) {
          const name = nameAt(json, at, end)
          if (inside.names.has(name)) return pathOf(inside, name)
          inside.names.add(name)
          inside.last = name
        }
        at = end
      }
    }
  }
  return undefined
}

function opened(open: Open[], inside: Open | undefined, names: Open['names']): Open {
  const path = inside === undefined ? '' : pathOf(inside, inside.last)
  const one: Open = { path, names, last: '' }
  open.push(one)
  return one
}

/** Of what stands under `name`, or in an array, which has the path of its own. */
function pathOf({ path }: Open, name: string): string {
  return path === '' || name === '' ? path || name : `${path}.${name}`
}

/** A name that is escaped is the same name. */
function nameAt(json: string, start: number, end: number): string {
  const name = json.slice(start + 1, end)
  return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name
}

/** Only the name of a member is followed by one; JSON has four kinds of white space. */
function isFollowedByColon(json: string, end: number): boolean {
  let at = end + 1
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at++
  return json[at] === ':'
}
