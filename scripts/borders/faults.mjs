import { importCycles } from './cycles.mjs'
import { CLOCK, FREE, OUTGOING_CLIENT, ROOMS } from './rooms.mjs'

/**
 * @typedef {import('./source.mjs').Source} Source
 * @typedef {import('./source.mjs').Import} Import
 * @typedef {import('./rooms.mjs').Room} Room
 */

/**
 * What is wrong with the borders, one line each: where, what, and why the border is there.
 *
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function borderFaults(sources) {
  const bound = sources.filter((source) => !FREE.test(source.path))
  return [
    ...bound.flatMap(roomFaults),
    ...bound.flatMap(clockFaults),
    ...bound.flatMap(requestFaults),
    ...importCycles(bound).map(
      (cycle) => `files import each other in a circle: ${cycle.join(' → ')}`,
    ),
  ]
}

/** @param {Source} source @returns {string[]} */
function roomFaults({ path, imports }) {
  const room = ROOMS.find(({ files }) => files.test(path))
  if (room === undefined) return [`${path} is in no room: give it one in scripts/borders/rooms.mjs`]
  const own = room.files.exec(path)?.[0] ?? ''
  return imports
    .filter((each) => !mayImport(room, own, each))
    .map(({ line, target }) => `${path}:${line} imports ${target}: ${room.because}`)
}

/** @param {Room} room @param {string} own @param {Import} found */
function mayImport(room, own, { target, isRelative, isType }) {
  if (!isRelative) return isType || (room.packages?.some((each) => each.test(target)) ?? true)
  if (own !== '' && target.startsWith(own)) return true
  const allowed = isType ? [...room.may, ...(room.mayTypes ?? [])] : room.may
  return allowed.some((each) => each.test(target))
}

/** @param {Source} source @returns {string[]} */
function clockFaults({ path, clockLines }) {
  if (!path.startsWith('server/') || path === CLOCK) return []
  return clockLines.map((line) => `${path}:${line} asks for the time: only ${CLOCK} does that`)
}

/** @param {Source} source @returns {string[]} */
function requestFaults({ path, requestLines }) {
  if (!path.startsWith('server/') || path === OUTGOING_CLIENT) return []
  return requestLines.map(
    (line) => `${path}:${line} sends HTTP requests: only ${OUTGOING_CLIENT} does that`,
  )
}
