/** What an entity asks for beside the limits of the process. */
export interface EntityThrottling {
  /** How often the status of one checkout may be read within a minute; absent: as often as the process allows. */
  readonly statusReadsPerMinute?: number
}

const MAX_READS = 1_000_000

/** Reads the throttling settings of an entity from JSON that was parsed, or says what is wrong with it. */
export function readEntityThrottling(
  json: unknown,
): EntityThrottling | { readonly faults: readonly string[] } {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { faults: ['throttling must be an object'] }
  }
  const { statusReadsPerMinute, ...others } = json as Readonly<Record<string, unknown>>
  const faults = Object.keys(others).map(
    (name) => `throttling.${name} is not statusReadsPerMinute, the only member that there is`,
  )
  if (statusReadsPerMinute === undefined) return faults.length > 0 ? { faults } : {}
  const reads = Number.isInteger(statusReadsPerMinute) ? Number(statusReadsPerMinute) : 0
  if (reads < 1 || reads > MAX_READS) {
    const what = `must be a whole number from 1 to ${MAX_READS}`
    faults.push(`throttling.statusReadsPerMinute ${what}`)
  }
  return faults.length > 0 ? { faults } : { statusReadsPerMinute: reads }
}
