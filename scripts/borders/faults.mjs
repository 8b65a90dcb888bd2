import { importCycles, typeCircles } from './cycles.mjs'
import {
  ASKING_COMMAND,
  CLOCK,
  ENTRY,
  FREE,
  LARGER_CIRCLES,
  LAZY,
  MAX_CIRCLE,
  OUTGOING_CLIENT,
  ROOMS,
} from './rooms.mjs'

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
    ...needsFaults(bound),
    ...lazyFaults(bound),
    ...importCycles(bound).map(
      (cycle) => `files import each other in a circle: ${cycle.join(' → ')}`,
    ),
    ...circleFaults(bound),
  ]
}

/** @param {readonly Source[]} sources @returns {string[]} */
function circleFaults(sources) {
  return typeCircles(sources)
    .filter((circle) => circle.length > MAX_CIRCLE)
    .filter((circle) => !circle.every((path) => LARGER_CIRCLES.test(path)))
    .map(
      (circle) =>
        `${circle.length} files need each other's types, at most ${MAX_CIRCLE} may: ${circle.join(', ')}`,
    )
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

/** What runs in the process of the gateway; the web app of the back office does not. */
const IN_PROCESS = /^(server|operations\/(?!backoffice\/)[\w-]+)\//

/** @param {Source} source @returns {string[]} */
function clockFaults({ path, clockLines }) {
  if (!IN_PROCESS.test(path) || path === CLOCK) return []
  return clockLines.map((line) => `${path}:${line} asks for the time: only ${CLOCK} does that`)
}

/**
 * What the start of the gateway would load, although it is loaded when it is needed, or never.
 *
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
function lazyFaults(sources) {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set([ENTRY])
  for (const path of reached) {
    for (const { target, isType, isDynamic } of byPath.get(path)?.imports ?? [])
      if (!isType && !isDynamic) reached.add(target)
  }
  return sources
    .filter(({ path }) => reached.has(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ target, isType, isDynamic }) =>
            !isType && !isDynamic && LAZY.some((lazy) => lazy.test(target)),
        )
        .map(
          ({ line, target }) =>
            `${path}:${line} loads ${target} with the start: import() it, or its user`,
        ),
    )
}

/** @param {Source} source @returns {string[]} */
function requestFaults({ path, requestLines }) {
  if (!IN_PROCESS.test(path) || [OUTGOING_CLIENT, ASKING_COMMAND].includes(path)) return []
  return requestLines.map(
    (line) => `${path}:${line} sends HTTP requests: only ${OUTGOING_CLIENT} does that`,
  )
}

/** Those of the sandbox are imported by nobody. */
const FEATURE = /^(?:server\/features|operations)\/([\w-]+)\//
const WITH_NEEDS = /^(?:server\/features|operations|sandbox)\/[\w-]+\//

/**
 * Imports of a feature by one that does not name it in its manifest.
 *
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
function needsFaults(sources) {
  const needs = new Map(
    sources.flatMap(({ path, needs: named }) =>
      named === undefined ? [] : [[folderOf(path), named]],
    ),
  )
  return sources.flatMap(({ path, imports }) => {
    const folder = folderOf(path)
    const named = folder === undefined ? undefined : needs.get(folder)
    if (named === undefined) return []
    return imports
      .filter(({ target }) => folderOf(target) !== folder)
      .map(({ line, target }) => ({ line, feature: FEATURE.exec(target)?.[1] }))
      .filter(({ feature }) => feature !== undefined)
      .filter(({ feature }) => !named.includes(/** @type {string} */ (feature)))
      .map(
        ({ line, feature }) =>
          `${path}:${line} imports the feature ${feature}: name it in \`needs\` of feature.ts, or do without it`,
      )
  })
}

/** The folder of the feature of a file. @param {string} path */
function folderOf(path) {
  return WITH_NEEDS.exec(path)?.[0]
}
