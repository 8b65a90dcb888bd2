import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

/** The pictures of the gallery: `npm run gallery`. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'pictures.ts',
  outputDir: '../../test-results/gallery',
  fullyParallel: true,
  reporter: [['list']],
  retries: 0,
})
