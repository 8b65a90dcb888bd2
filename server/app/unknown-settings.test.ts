import { expect, test } from 'vitest'
import { SETTINGS } from '../kernel/settings/config.ts'
import { liveSettingsInTest, misspeltLive, unknownSettings } from './unknown-settings.ts'

test('every setting is known, and variables of other programs are ignored', () => {
  const env = Object.fromEntries(Object.values(SETTINGS).map(({ variable }) => [variable, '']))
  expect(unknownSettings({ ...env, PATH: '/bin', TILL_GATE: '1' })).toBeUndefined()
})

test('a misspelt setting is named on one line, with the closest known one', () => {
  expect(unknownSettings({ TILLGATE_PROT: '9000', TILLGATE_FOO: '1' })).toBe(
    'no such setting, ignored: TILLGATE_FOO, TILLGATE_PROT (TILLGATE_PORT?)',
  )
})

test('the value of an unknown setting is not shown, because it may be a secret', () => {
  expect(unknownSettings({ TILLGATE_VAULTKEY: 'ab12' })).toBe(
    'no such setting, ignored: TILLGATE_VAULTKEY (TILLGATE_VAULT_KEY?)',
  )
})

test('of many unknown settings ten are named and the others counted', () => {
  const env = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`TILLGATE_OTHER_${n}`, '']))
  expect(unknownSettings(env)).toMatch(/, 4 more$/)
})

test.each(['TILLGATE_ENVIRONMENT', 'TILGATE_ENV', 'TILLGATE_EVN', 'TILLGATE_MODE'])(
  'a start with %s=live ends, and names TILLGATE_ENV',
  (name) => {
    expect(misspeltLive({ [name]: ' live ' })).toBe(
      `${name} is live and no setting: TILLGATE_ENV was probably meant`,
    )
  },
)

test('no start ends because of the right name, or of variables of other programs', () => {
  expect(misspeltLive({ TILLGATE_ENV: 'live', NODE_ENV: 'live' })).toBeUndefined()
})

test('settings of live are named where nobody has said that this is test', () => {
  const env = { TILLGATE_VAULT_KEY: 'ab', TILLGATE_TRUST_PROXY: 'loopback' }
  for (const empty of [{}, { TILLGATE_ENV: ' ' }]) {
    expect(liveSettingsInTest({ ...env, ...empty })).toContain(
      'set as for live: TILLGATE_VAULT_KEY, TILLGATE_TRUST_PROXY. Set TILLGATE_ENV=live',
    )
  }
  expect(liveSettingsInTest({ ...env, TILLGATE_ENV: 'test' })).toBeUndefined()
  expect(liveSettingsInTest({ TILLGATE_PORT: '9000' })).toBeUndefined()
})
