import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from './scripts/prepare/chromium.mjs'
import { restingOf } from './scripts/rounds.mjs'

const executablePath = chromiumPath()

/** Each run has these: paying, authenticating, what a hostile page gets, and what plugins and the back office rely on. */
const EVERY_DAY = [
  'authentication',
  'backoffice/payments',
  'contract',
  'errors',
  'hostile-page',
  'isolation',
  'keyboard',
  'loading',
  'lost-answers',
  'one-payment',
  'paying',
  'secured-details-attacks',
  'start',
]

const fileOf = (name: string) => `**/e2e/${name}.spec.ts`
/** All others go through many pages, forms or interruptions of one kind: a tenth of them each day. */
const rounds = readdirSync('e2e', { recursive: true, encoding: 'utf8' })
  .flatMap((file) => /^(.+)\.spec\.ts$/.exec(file)?.[1] ?? [])
  .filter((name) => !EVERY_DAY.includes(name))
  .sort()

/** Tests in a real browser; each file starts the gateway that it needs. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: /\.(spec|test|e2e)\.ts$/,
  testIgnore: restingOf(rounds, 10).map(fileOf),
  outputDir: 'test-results/playwright',
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  // A test that needs the second try is shown at the end; more than two of them fail the run (scripts/test-outcomes.mjs).
  retries: process.env.CI === 'true' ? 1 : 0,
  // A machine that does other things as well needs longer; nothing waits for these times to pass.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  workers: 2,
  reporter: [
    ['list'],
    ['./scripts/playwright-progress.mjs'],
    ['json', { outputFile: 'test-results/playwright.json' }],
  ],
  use: {
    browserName: 'chromium',
    // Recording every step nearly doubles the time: `npx playwright test --trace on` when needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: CHROMIUM_ARGS,
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
})
