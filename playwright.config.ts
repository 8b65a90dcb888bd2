import { defineConfig } from '@playwright/test'
import { TODAY } from './e2e/support/variants.ts'
import { CHROMIUM_ARGS, chromiumPath } from './scripts/prepare/chromium.mjs'

const executablePath = chromiumPath()

/**
 * Files that go through many pages, forms or interruptions of one kind. `npm test` runs a third of them, another
 * one each day; `npm run test:variants` runs all, and so does a command that names the file.
 */
const ROUNDS = [
  'interrupted-challenges',
  'authentication-endings',
  'look',
  'every-form',
  'old-pages',
  'secured-details-forms',
  'redirect-forms',
  'removal',
  'languages',
  'live-apple-pay',
  'connection',
  'docs',
  'foreign-pages',
  'issuer',
  'button-forms',
  'method-forms',
  'fast-checkout',
  'typing',
]

const fileOf = (name: string) => `**/${name}.spec.ts`
const restsToday = (name: string, at: number) =>
  at % 3 !== TODAY % 3 && !process.argv.some((argument) => argument.includes(name))

/** Tests in a real browser; each file starts the gateway that it needs. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: /\.(spec|test|e2e)\.ts$/,
  testIgnore:
    process.env.TILLGATE_ALL_VARIANTS === '1' ? [] : ROUNDS.filter(restsToday).map(fileOf),
  outputDir: 'test-results/playwright',
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  // A test that needs the second try is shown at the end; more than two of them fail the run (scripts/test-outcomes.mjs).
  retries: process.env.CI === 'true' ? 1 : 0,
  // A machine that does other things as well needs longer; nothing waits for these times to pass.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
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
