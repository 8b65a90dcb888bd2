import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'
import { findBrowsers } from '../../scripts/browsers/find-browsers.mjs'
import type { BrowserOptions } from './test.ts'

/** A shopper in the other browsers of this machine: `node run.mjs test:browsers`. */
export default defineConfig<object, BrowserOptions>({
  testDir: '.',
  testMatch: ['smoke.ts', 'method-list.ts', 'failures.ts'],
  outputDir: '../../test-results/browsers',
  forbidOnly: base.forbidOnly ?? false,
  timeout: 90_000,
  workers: 1,
  reporter: [['list']],
  projects: findBrowsers().map((found) => ({ name: found.name, use: { found } })),
})
