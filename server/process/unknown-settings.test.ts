import { expect, test } from 'vitest'
import { SETTINGS } from '../engine/settings/config.ts'
import { unknownSettings } from './unknown-settings.ts'

test('every setting is known, and other programs have variables of their own', () => {
  const env = Object.fromEntries(Object.values(SETTINGS).map(({ variable }) => [variable, '']))
  expect(unknownSettings({ ...env, PATH: '/bin', TILL_GATE: '1' })).toBeUndefined()
})

test('a misspelt setting is named on one line, with the one that was probably meant', () => {
  expect(unknownSettings({ TILLGATE_PROT: '9000', TILLGATE_FOO: '1' })).toBe(
    'no such setting, ignored: TILLGATE_FOO, TILLGATE_PROT (TILLGATE_PORT?)',
  )
})

test('its value, which may be a secret, is not shown', () => {
  expect(unknownSettings({ TILLGATE_VAULTKEY: 'ab12' })).toBe(
    'no such setting, ignored: TILLGATE_VAULTKEY (TILLGATE_VAULT_KEY?)',
  )
})

test('a crowd of them is counted', () => {
  const env = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`TILLGATE_OTHER_${n}`, '']))
  expect(unknownSettings(env)).toMatch(/, 4 more$/)
})
