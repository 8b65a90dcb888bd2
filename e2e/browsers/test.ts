import type { FoundBrowser } from '../../scripts/browsers/find-browsers.mjs'
import { test as base } from '../support/test.ts'
import { Browser } from './browser.ts'
import { openFirefox } from './firefox.ts'
import type { Opened } from './opened.ts'
import { openWebKit } from './webkit.ts'

export interface BrowserOptions {
  /** The browser of the project. */
  readonly found: FoundBrowser | undefined
}

interface BrowserFixtures {
  /** One session for all tests of a worker. */
  readonly otherBrowser: Browser
}

/** Tests in a browser that is driven by WebDriver. */
export const test = base.extend<object, BrowserOptions & BrowserFixtures>({
  found: [undefined, { option: true, scope: 'worker' }],
  otherBrowser: [
    async ({ found }, use) => {
      if (found === undefined) throw new Error('The project names no browser')
      const { session, close } = await open(found)
      await use(new Browser(session))
      await session.send('close')
      await close()
    },
    { scope: 'worker' },
  ],
})

function open(found: FoundBrowser): Promise<Opened> {
  return found.name === 'firefox'
    ? openFirefox(found.executable)
    : openWebKit(found.driver, found.executable)
}
