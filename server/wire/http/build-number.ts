import { readFileSync } from 'node:fs'

interface BuildInfo {
  /** 40 hex. */
  readonly commit: string
  /** `yyyy-MM-dd HH:mm:ss +0000`. */
  readonly date: string
}

const unbuilt: BuildInfo = { commit: '0'.repeat(40), date: '1970-01-01 00:00:00 +0000' }

/** `{commit}@{date}`, constant for a build (decisions §3); zeros when run from source without a build. */
export const buildNumber = numberOf(readBuildInfo())

function numberOf({ commit, date }: BuildInfo): string {
  return `${commit}@${date}`
}

function readBuildInfo(): BuildInfo {
  try {
    const text = readFileSync(new URL('../build-info.json', import.meta.url), 'utf8')
    return JSON.parse(text) as BuildInfo
  } catch {
    return unbuilt
  }
}
