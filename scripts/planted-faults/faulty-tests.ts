import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ROOT } from '../prepare/root.mjs'
import { anyLayout } from '../sim/bundle.mjs'
import { PLANTED_FAULTS } from './planted-faults.mjs'

const [connector = '', name = ''] = (process.env.TILLGATE_PLANTED_FAULT ?? '').split('/')
const edits = PLANTED_FAULTS[connector]?.find((one) => one.name === name)?.edits ?? []

/** The tests of one connector, with a fault in its code: run by `scripts/planted-faults.mjs`. */
export default defineConfig({
  plugins: [
    {
      name: 'planted-fault',
      enforce: 'pre',
      transform(code, id) {
        const here = edits.filter(({ file }) => id === join(ROOT, file))
        return here.reduce(
          (text, { find, replacement }) => text.replace(anyLayout(find), () => replacement),
          code,
        )
      },
    },
  ],
  test: {
    include: [`acquirers/${connector}/**/*.test.ts`],
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    globalSetup: 'server/store/testing/shared-postgres.ts',
    setupFiles: 'server/testing/property-seed.ts',
    // What waits for an event that never comes has found the fault.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
