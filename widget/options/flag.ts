/** Pages built by templates write booleans as text. */
const flags = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
])

/** How all options that are booleans are read. Undefined for any other value, which counts as not given. */
export const flagOf = (given: unknown) => flags.get(given)

/** The same for one that is off by default. */
export const isOn = (given: unknown) => given === true || given === 'true'

/** The same for one that is on by default. */
export const isOff = (given: unknown) => given === false || given === 'false'

/**
 * What a page could mean as on, such as 1: for options that must not be off by mistake, and to find out
 * whether anything is asked for at all.
 */
export const isMeant = (given: unknown) => Boolean(given && given !== 'false')
