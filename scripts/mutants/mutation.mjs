import { fileURLToPath } from 'node:url'
import { GROUPS } from './groups.mjs'

const name = process.env.TILLGATE_MUTANTS ?? ''
const group = GROUPS[name]
if (group === undefined) throw new Error(`There is no group "${name}" of mutants`)

/** Run by `scripts/mutants.mjs`, which says which group in `TILLGATE_MUTANTS`. */
export default {
  mutate: group.code,
  testRunner: 'vitest',
  plugins: [
    fileURLToPath(
      new URL('node_modules/@stryker-mutator/vitest-runner/dist/src/index.js', import.meta.url),
    ),
    fileURLToPath(new URL('share.mjs', import.meta.url)),
  ],
  ignorers: ['share'],
  vitest: { configFile: 'scripts/mutants/group-tests.ts', related: false },
  coverageAnalysis: 'perTest',
  // Code that runs once at load would need a fresh process for each mutant.
  ignoreStatic: true,
  mutator: {
    // Texts, and members that the compiler would miss: it refuses these mutants, the tests need not.
    excludedMutations: [
      'StringLiteral',
      'ObjectLiteral',
      'ArrayDeclaration',
      'OptionalChaining',
      'Regex',
    ],
  },
  reporters: ['json'],
  jsonReporter: { fileName: `test-results/mutants/${name}.json` },
  concurrency: 2,
  timeoutMS: 20_000,
  disableTypeChecks: false,
  // It cannot read the configuration of this compiler, and nothing here needs it.
  tsconfigFile: 'none.json',
  tempDirName: 'test-results/mutants/code',
  ignorePatterns: [
    '/e2e',
    '/gallery',
    '/data',
    '/test-results',
    '/bench',
    '/scripts/mutants/node_modules',
  ],
  allowEmpty: true,
}
