import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openMarionetteSession } from './marionette-session.ts'
import { type Opened, START_LIMIT_MS, stop } from './opened.ts'

/** No request of its own, and a port that the system chooses. */
const PREFERENCES = {
  'marionette.port': 0,
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

/** Starts Firefox with an empty profile, without a window. */
export async function openFirefox(executable: string): Promise<Opened> {
  const profile = await mkdtemp(join(tmpdir(), 'tillgate-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const browser = spawn(executable, ['-headless', '-marionette', '-profile', profile], {
    stdio: 'ignore',
  })
  const session = await openMarionetteSession(await portOf(profile, browser))
  return {
    session,
    async close() {
      await stop(browser)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Firefox writes its port into the profile once it listens. */
async function portOf(profile: string, browser: ChildProcess): Promise<number> {
  const giveUpAt = Date.now() + START_LIMIT_MS
  while (Date.now() < giveUpAt && browser.exitCode === null) {
    const text = await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '')
    if (text.trim() !== '') return Number(text)
    await pause(50)
  }
  throw new Error('Firefox does not listen for commands')
}
