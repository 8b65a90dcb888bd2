/** Days since 1970 in UTC, by which what is too long for every run is spread over the days. */
export const TODAY = Math.floor(Date.now() / 86_400_000)

/** Whether everything runs, whatever day it is: `npm run test:variants`. */
export const RUNS_ALL = process.env.TILLGATE_ALL_VARIANTS === '1'

/**
 * Which of these files rest today: two thirds, other ones each day. None does that the command names.
 *
 * @param {readonly string[]} files
 */
export function restingOf(files) {
  if (RUNS_ALL) return []
  return files.filter(
    (file, at) => at % 3 !== TODAY % 3 && !process.argv.some((argument) => argument.includes(file)),
  )
}

/**
 * So many of a list, other ones each day; all without a number.
 *
 * @param {readonly string[]} all
 * @param {string} [count]
 */
export function ofThisRound(all, count) {
  if (count === undefined) return all
  const from = (TODAY * Number(count)) % all.length
  return [...all, ...all].slice(from, from + Number(count))
}
