/** Whether a browser starts: `node try-browser.mjs [executable]`, without one Playwright's own. */
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS } from './chromium.mjs'

const executablePath = process.argv[2]

try {
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  const page = await browser.newPage()
  await page.goto('data:text/html,<title>works</title>')
  await browser.close()
} catch (error) {
  // The rest is the browser's own log, several screens of it.
  process.stderr.write(`${String(error).split('\n')[0]}\n`)
  process.exitCode = 1
}
