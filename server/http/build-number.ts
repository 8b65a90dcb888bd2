import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../kernel/version.ts'

interface BuildInfo {
  /** 40 hex. */
  readonly commit: string
  /** `yyyy-MM-dd HH:mm:ss +0000`. */
  readonly date: string
}

/** It lies in `dist`, one folder above the bundle, and two above a part of it. */
const PLACES = ['..', '../..']

const unbuilt: BuildInfo = { commit: '0'.repeat(40), date: '1970-01-01 00:00:00 +0000' }

/** `{commit}@{date} v{version}`, constant for a build (decisions §3); zeros when run from source without a build. */
export const buildNumber = numberOf(readBuildInfo())

function numberOf({ commit, date }: BuildInfo): string {
  return `${commit}@${date} v${version}`
}

function readBuildInfo(): BuildInfo {
  for (const place of PLACES) {
    try {
      const text = readFileSync(join(import.meta.dirname, place, 'build-info.json'), 'utf8')
      return JSON.parse(text) as BuildInfo
    } catch {
      // Not there.
    }
  }
  return unbuilt
}
