import { defineConfig } from 'vitest/config'
import { GROUPS } from './groups.mjs'

/** The tests of one group, as `vite.config.ts` runs them, in one process. */
export default defineConfig({
  test: {
    include: [...(GROUPS[process.env.TILLGATE_MUTANTS ?? '']?.tests ?? [])],
    isolate: false,
    maxWorkers: 1,
    globalSetup: 'server/store/testing/shared-postgres.ts',
    setupFiles: 'server/testing/property-seed.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
