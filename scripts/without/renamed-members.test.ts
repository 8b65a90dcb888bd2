import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compileCopy } from './check-without.mjs'

/** In which file a feature names what, under which name nobody knows it. */
const RENAMED: readonly (readonly [path: string, member: RegExp, other: string])[] = [
  // What it needs.
  [
    'operations/settlement/feature.ts',
    /readonly reportFiledChargeback(?=:)/,
    'readonly reportFiledCase',
  ],
  ['server/features/three-ds/feature.ts', /readonly simulatedDirectory(?=:)/, 'readonly simulated'],
  // What it makes.
  ['server/features/gift-cards/feature.ts', /^ {6}issuer,$/m, '      cardIssuer: issuer,'],
  ['server/features/webhooks/feature.ts', /afterCommit: wake/, 'afterCommits: wake'],
  ['server/features/holds/feature.ts', /onTimer(?=: createHoldExpiry)/, 'onDue'],
  ['sandbox/simulator/feature.ts', /issuerCountryOf(?=: )/, 'countryOf'],
  // What it takes of the settings.
  ['server/features/wallets/feature.ts', /walletKeys(?=: \(config\))/, 'keys'],
]

test('a member of a feature that is renamed in one place does not compile', () => {
  const copy = mkdtempSync(join(tmpdir(), 'tillgate-renamed-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  const faults = compileCopy(copy, () => {
    for (const [path, member, other] of RENAMED) {
      const text = readFileSync(join(copy, path), 'utf8')
      expect(text).toMatch(member)
      writeFileSync(join(copy, path), text.replace(member, other))
    }
  })
  for (const name of [
    "'reportFiledCase'",
    "'simulatedDirectory'",
    "'cardIssuer'",
    "'afterCommits'",
    "'onDue'",
    "'issuerCountryOf'",
    "'walletKeys'",
  ]) {
    expect(faults).toContain(name)
  }
}, 600_000)
