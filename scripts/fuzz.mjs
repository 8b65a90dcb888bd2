/**
 * Sends wrong bodies to the gateway, in this process, and holds every answer against what it must be
 * (docs/performance.md).
 *
 *   node run.mjs fuzz --bodies 1000000 --seed 7      the last line is one JSON object
 *   node run.mjs fuzz --seed 7 --only 1234           shows one body of that run and its answer
 */

import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bundleFuzz } from './fuzz/bundle.mjs'
import { describeFailure, figuresOf, reportOf } from './fuzz/report.mjs'
import { helpIfAsked } from './help.mjs'

helpIfAsked(import.meta.url)

/** R-FZ-1. */
const BODIES = 1_000_000
/** After how many bodies the progress is printed. */
const TOLD_EVERY = 100_000

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: String(BODIES) },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
})

const seed = numberOf('seed')
const { folder, fuzz } = await bundleFuzz()
try {
  if (values.only === undefined) await runAll()
  else await showOne(numberOf('only'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function runAll() {
  const began = performance.now()
  const report = await fuzz.runFuzz({
    seed,
    from: numberOf('from'),
    bodies: numberOf('bodies'),
    tell: (done) => {
      if (done > 0 && done % TOLD_EVERY === 0) say(`${done} bodies`)
    },
  })
  const seconds = (performance.now() - began) / 1000
  say(reportOf(report, seconds))
  for (const failure of report.failures) say(describeFailure(seed, failure))
  say(JSON.stringify(figuresOf(report, seconds)))
  process.exitCode = report.failureCount === 0 ? 0 : 1
}

/** @param {number} number */
async function showOne(number) {
  const { request, answer, fault } = await fuzz.repeat(seed, number)
  say(
    describeFailure(seed, {
      number,
      request,
      answer,
      fault: fault ?? 'nothing is wrong with the answer',
    }),
  )
  process.exitCode = fault === undefined ? 0 : 1
}

/** @param {'bodies' | 'seed' | 'from' | 'only'} option */
function numberOf(option) {
  const text = values[option] ?? ''
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${option} takes a number of up to nine digits`)
  return Number(text)
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`)
}
