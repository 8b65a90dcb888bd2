import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_TRIES_OF_DAY } from '../operations/settlement/delivery-plan.ts'
import { MAX_STOP_MS } from '../server/app/run.ts'
import { nextInquiryAt } from '../server/payments/recovery/recovery-plan.ts'
import { LONG_READERS, READERS } from '../server/store/postgres/limits.ts'
import { ROOT } from './prepare/root.mjs'
import { filesUnder } from './prepare/stamp.mjs'

/** Folders that docs/limits.md names files of. */
const sources = filesUnder([
  'acquirers',
  'server',
  'operations',
  'widget',
  'common',
  'sandbox',
]).filter((file) => /\.(tsx?|css)$/.test(file) && !/\.(test|spec|fixture)\./.test(file))

interface Row {
  readonly what: string
  readonly limit: string
  readonly where: string
}

const rows: readonly Row[] = readFileSync(join(ROOT, 'docs/limits.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What') && !line.startsWith('|--'))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([what = '', limit = '', where = '']) => ({ what, limit, where }))

/** The files of a row: one without a folder is in the folder that was named last. */
function filesOf({ where }: Row): readonly string[] {
  let folder = ''
  return Array.from(where.matchAll(/`([^`]+)`/g), ([, named = '']) => named).flatMap((named) => {
    const path = named.includes('/') ? named : `${folder}/${named}`
    folder = path.slice(0, path.lastIndexOf('/'))
    const isFolder = path.endsWith('/')
    const found = sources.filter((file) =>
      isFolder ? `/${file}`.includes(`/${path}`) : `/${file}`.endsWith(`/${path}`),
    )
    expect([named, found.length > 0]).toEqual([named, true])
    return found
  })
}

/** Limits that are made of others, by the file that makes them. */
const computed: Readonly<Record<string, readonly number[]>> = {
  'server/app/run.ts': [MAX_STOP_MS],
  'operations/settlement/delivery-plan.ts': [MAX_TRIES_OF_DAY],
  'server/payments/recovery/recovery-plan.ts': [inquiries()],
  // Besides those that read, one connection writes.
  'server/store/postgres/limits.ts': [READERS + LONG_READERS + 1],
}

/** How often one payment is asked for, if each inquiry is made when it is due. */
function inquiries(): number {
  let nowMs: number | undefined = 0
  let attempts = 0
  while (nowMs !== undefined) {
    nowMs = nextInquiryAt({ createdAtMs: 0, attempts } as never, nowMs)
    if (nowMs !== undefined) attempts++
  }
  return attempts
}

const LENGTHS: Readonly<Record<string, number>> = {
  SECOND_MS: 1000,
  MINUTE_MS: 60_000,
  HOUR_MS: 3_600_000,
  DAY_MS: 86_400_000,
}
const NUMBER = String.raw`\d[\d_]*(?:\.\d+)?`
const FACTOR = `(?:${NUMBER}|${Object.keys(LENGTHS).join('|')})`
const PRODUCT = new RegExp(String.raw`(?<![\w.])${FACTOR}(?:\s*\*\s*${FACTOR})*(?![\w.])`, 'g')
const CONSTANT = new RegExp(String.raw`const ([A-Z_]+)(?:: \w+)? = (${NUMBER})$`, 'gm')
const SUM = new RegExp(String.raw`\b([A-Z_]+) ([+-]) (${NUMBER})\b`, 'g')
/** In what is said to people: `750,000 bytes`. */
const SAID = /\d{1,3}(?:,\d{3})+/g

function codeOf(file: string): string {
  const code = readFileSync(join(ROOT, file), 'utf8')
  return code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

const numberOf = (text: string) => LENGTHS[text] ?? Number(text.replaceAll(/[_,]/g, ''))

/** Each number that the files write: alone, in products with lengths of time, and added to a constant. */
function numbersIn(files: readonly string[]): readonly number[] {
  const code = files.map(codeOf).join('\n')
  const constants = new Map(
    Array.from(code.matchAll(CONSTANT), ([, name = '', value = '']) => [name, numberOf(value)]),
  )
  const products = Array.from(code.matchAll(PRODUCT), ([product]) =>
    product.split('*').reduce((result, factor) => result * numberOf(factor.trim()), 1),
  )
  const sums = Array.from(code.matchAll(SUM), ([, name = '', sign, value = '']) => {
    const added = numberOf(value)
    return (constants.get(name) ?? Number.NaN) + (sign === '-' ? -added : added)
  })
  const said = Array.from(code.matchAll(SAID), ([one]) => numberOf(one))
  return [...products, ...sums, ...said, ...files.flatMap((file) => computed[file] ?? [])]
}

const KIB = 1024
/** What a number of the document may be in the code, by its unit. */
const UNITS: Readonly<Record<string, readonly number[]>> = {
  s: [1, 1000],
  ms: [1],
  min: [1, 60, 60_000],
  minutes: [1, 60, 60_000],
  h: [1, 60, 3600, 3_600_000],
  hours: [1, 60, 3600, 3_600_000],
  days: [1, 24, 24 * 60, 86_400, 86_400_000],
  weeks: [1, 7],
  months: [1],
  MiB: [KIB * KIB],
  KiB: [KIB],
  kB: [1000, KIB],
  '%': [1, 0.01],
}

const UNIT_NAMES = 'ms|s|min|minutes|h|hours|days|weeks|months|MiB|KiB|kB|%'
const LIMIT = new RegExp(
  String.raw`(?<![\w.])(\d[\d,]*\d|\d)(\.\d+)?(?: ?(${UNIT_NAMES})(?!\w))?(?!\w)`,
  'g',
)
/** What is answered above a limit, and the addresses of other pages. */
const NO_LIMIT = /(?:then|or one) \d{3}|\[[^\]]*\]\([^)]*\)/g

interface Limit {
  readonly said: string
  /** What it may be in the code. */
  readonly values: readonly number[]
}

/** A number without a unit is of that of the next one, too: `1, 5, 30 min`. */
function limitsIn(text: string): readonly Limit[] {
  return text
    .replaceAll(NO_LIMIT, '')
    .split(';')
    .flatMap((part) => {
      let unit: string | undefined
      return Array.from(part.matchAll(LIMIT))
        .reverse()
        .map(([said, integer = '', fraction = '', own]) => {
          unit = own ?? unit
          const number = Number(integer.replaceAll(',', '') + fraction)
          const factors = [...(own === undefined ? [1] : []), ...(UNITS[unit ?? ''] ?? [1])]
          return { said, values: factors.map((factor) => number * factor) }
        })
        .reverse()
    })
}

const isAmong = (values: readonly number[], known: readonly number[]) =>
  values.some((value) => known.some((one) => Math.abs(one - value) < 1e-9))

describe('docs/limits.md', () => {
  test('has rows with numbers', () => {
    expect(rows.flatMap(({ limit }) => limitsIn(limit)).length).toBeGreaterThan(300)
  })

  test('would be found wrong if a number of it were another one', () => {
    const changed = rows.flatMap((row) => {
      const known = numbersIn(filesOf(row))
      return limitsIn(row.limit).map(({ values }) =>
        isAmong(
          values.map((one) => one * 3 + 7),
          known,
        ),
      )
    })
    const unnoticed = changed.filter((isFound) => isFound).length
    expect(unnoticed / changed.length).toBeLessThan(0.05)
  })

  test.each(rows)('$what: each number stands in the code that it names', (row) => {
    const known = numbersIn(filesOf(row))
    const wrong = limitsIn(row.limit).filter(({ values }) => !isAmong(values, known))
    expect(wrong.map(({ said }) => said)).toEqual([])
  })
})
