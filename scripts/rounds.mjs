/** Days since 1970 in UTC, by which what is too long for every run is spread over the days. */
export const TODAY = Math.floor(Date.now() / 86_400_000)

/** Whether everything runs, whatever day it is: `node run.mjs test:variants`. */
export const RUNS_ALL = process.env.TILLGATE_ALL_VARIANTS === '1'

/**
 * Which of these files rest today: all but each `days`th, other ones each day. None does that the command names.
 *
 * @param {readonly string[]} files
 * @param {number} days
 */
export function restingOf(files, days) {
  if (RUNS_ALL) return []
  return files.filter(
    (file, at) =>
      at % days !== TODAY % days && !process.argv.some((argument) => argument.includes(file)),
  )
}

/**
 * So many of a list, other ones each day; all without a number.
 *
 * @template Item
 * @param {readonly Item[]} all
 * @param {string | number} [count]
 * @returns {readonly Item[]}
 */
export function ofThisRound(all, count) {
  if (count === undefined) return all
  const from = (TODAY * Number(count)) % all.length
  return [...all, ...all].slice(from, from + Number(count))
}
