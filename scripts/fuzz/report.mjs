/** What the fuzzer says about its run. */

/** @typedef {import('../../server/parameters/fuzz/run.fixture.ts').FuzzReport} FuzzReport */
/** @typedef {import('../../server/parameters/fuzz/run.fixture.ts').FuzzFailure} FuzzFailure */
/** @typedef {import('../../server/parameters/fuzz/run.fixture.ts').LargeBody} LargeBody */

/** How much of a body or an answer is shown. */
const SHOWN_CHARACTERS = 2000

/**
 * @param {FuzzReport} report
 * @param {number} seconds
 */
export function reportOf(report, seconds) {
  return [
    'Answers:',
    ...counts(report.answers),
    'What was done to bodies, and how many were accepted all the same:',
    ...[...report.mutations]
      .sort(([, one], [, other]) => other.sent - one.sent)
      .map(([name, { sent, accepted }]) => `${pad(sent)} ${pad(accepted)}  ${name}`),
    'Reading bodies of 64 kB, the quickest of three times (milliseconds; count, p50 and p99 of the parser, p50 and p99 with validation, slowest):',
    ...largeRows(report.large),
    'The slowest answers (milliseconds, bytes, number of the body):',
    ...report.slowest.map(
      ({ milliseconds, request, number }) =>
        `${milliseconds.toFixed(1).padStart(9)} ${pad(request.body.length)}  ${number}: ${whatWas(request)}`,
    ),
    `Largest answer: ${report.largestAnswerBytes} bytes. Card numbers that a text field of an accepted request carried: ${report.carriedNumbers}.`,
    `${report.bodies} bodies of seed ${report.seed} in ${Math.round(seconds)} s, ${report.failureCount} failures`,
  ].join('\n')
}

/**
 * The same as data, for the last line.
 *
 * @param {FuzzReport} report
 * @param {number} seconds
 */
export function figuresOf(report, seconds) {
  const { seed, bodies, failureCount, largestAnswerBytes, carriedNumbers } = report
  return {
    seed,
    bodies,
    seconds: Math.round(seconds),
    failures: failureCount,
    failed: report.failures.map(({ number }) => number),
    answers: Object.fromEntries(report.answers),
    largestAnswerBytes,
    carriedNumbers,
    slowestMs: round(report.slowest[0]?.milliseconds ?? 0),
    large: Object.fromEntries(groups(report.large).map(([name, rows]) => [name, timesOf(rows)])),
  }
}

/**
 * One failure and the command that repeats it.
 *
 * @param {number} seed
 * @param {FuzzFailure} failure
 */
export function describeFailure(seed, { number, fault, request, answer }) {
  return [
    `Body ${number}: ${fault}`,
    `  ${request.operation}, ${request.profile}, ${whatWas(request)}, ${request.body.length} bytes`,
    `  ${JSON.stringify(request.headers).slice(0, SHOWN_CHARACTERS)}`,
    `  sent ${JSON.stringify(request.body.toString('latin1').slice(0, SHOWN_CHARACTERS))}`,
    answer === undefined
      ? '  no answer'
      : `  answered ${answer.status} ${answer.text.slice(0, SHOWN_CHARACTERS)}`,
    ...(answer !== undefined && answer.status >= 500 ? [`  logged ${answer.log}`] : []),
    `  Repeat it: node run.mjs fuzz --seed ${seed} --only ${number}`,
  ].join('\n')
}

/** @param {{ readonly mutations: readonly string[], readonly grown?: string }} request */
function whatWas({ mutations, grown }) {
  const all = [...mutations, ...(grown === undefined ? [] : [grown])]
  return all.length === 0 ? 'sound' : all.join(', ')
}

/** @param {ReadonlyMap<string, number>} map */
function counts(map) {
  return [...map]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${pad(count)}  ${name}`)
}

/** @param {readonly LargeBody[]} bodies */
function largeRows(bodies) {
  return groups(bodies).map(([name, rows]) => {
    const { count, parseP50, parseP99, p50, p99, slowest, slowestNumber } = timesOf(rows)
    const times = [parseP50, parseP99, p50, p99, slowest].map((ms) => ms.toFixed(2).padStart(7))
    return `${pad(count)} ${times.join('')}  ${name} (slowest: ${slowestNumber})`
  })
}

/**
 * By what filled them, all together first.
 *
 * @param {readonly LargeBody[]} bodies
 * @returns {[string, readonly LargeBody[]][]}
 */
function groups(bodies) {
  /** @type {Map<string, LargeBody[]>} */
  const byName = new Map()
  for (const body of bodies) byName.set(body.grown, [...(byName.get(body.grown) ?? []), body])
  return bodies.length === 0 ? [] : [['all', bodies], ...byName]
}

/** @param {readonly LargeBody[]} bodies */
function timesOf(bodies) {
  const parse = sorted(bodies.map((body) => body.parse))
  const both = sorted(bodies.map((body) => body.both))
  const slowest = bodies.reduce((one, other) => (other.both > one.both ? other : one))
  return {
    count: bodies.length,
    parseP50: round(percentile(parse, 0.5)),
    parseP99: round(percentile(parse, 0.99)),
    p50: round(percentile(both, 0.5)),
    p99: round(percentile(both, 0.99)),
    slowest: round(slowest.both),
    slowestNumber: slowest.number,
  }
}

/** @param {readonly number[]} times */
function sorted(times) {
  return times.toSorted((one, other) => one - other)
}

/**
 * @param {readonly number[]} times in order
 * @param {number} share
 */
function percentile(times, share) {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}

/** @param {number} ms */
function round(ms) {
  return Math.round(ms * 1000) / 1000
}

/** @param {number} count */
function pad(count) {
  return String(count).padStart(8)
}
