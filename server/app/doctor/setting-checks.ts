import { type DoctorCheck, type DoctorResult, resultsOf } from '../../cli/doctor-check.ts'
import { SETTINGS } from '../../kernel/settings/config.ts'
import { checkSettings } from '../check-settings.ts'
import { warningsOf } from '../start-warnings.ts'
import { liveSettingsInTest, unknownSettings } from '../unknown-settings.ts'

const { vaultKey } = SETTINGS

export const settingChecks: readonly DoctorCheck[] = [
  {
    name: 'settings',
    looksAt: 'every setting, and whether a start would be refused',
    why: 'a gateway that is started with them ends at once, or simulates payments that were meant to be real',
    fix: 'tillgate config check',
    async look({ settled }) {
      if (settled === undefined) return [{ state: 'unknown', found: 'not looked at' }]
      const { faults } = await checkSettings(settled)
      const notices = [unknownSettings(settled.env), liveSettingsInTest(settled.env)]
      const set = settled.sources.filter(({ from }) => from !== 'default').length
      return [
        ...faults.map((found): DoctorResult => ({ state: 'problem', found })),
        ...resultsOf('warning', notices, `${set} are set, the others have their defaults`),
      ]
    },
  },
  {
    name: 'vault-key',
    looksAt: 'how the key of the vault is given',
    why: 'a variable of the environment is inherited by each program that the process starts, and this one opens all card numbers',
    fix: `${vaultKey.variable}_FILE or ${vaultKey.variable}_COMMAND in its place`,
    async look({ settled, config }) {
      const source = settled?.sources.find(({ variable }) => variable === vaultKey.variable)
      if (source === undefined) return [{ state: 'unknown', found: 'not looked at' }]
      if (source.from === 'default') {
        return [{ state: 'good', found: `made by the first start, in ${config.dataDir} (test)` }]
      }
      const found = `${vaultKey.variable} is set by the ${source.from}, as a ${source.form}`
      const isOpen = source.from === 'environment' && source.form === 'value'
      const state = isOpen && config.environment === 'live' ? 'warning' : 'good'
      return [{ state, found }]
    },
  },
  {
    name: 'start-warnings',
    looksAt:
      'what the settings alone show: plain HTTP, a receiver that is missing, a database without TLS or without synced commits',
    why: 'requests are refused, personal data can be read on the way, or a power cut loses payments',
    fix: 'the setting that the line names',
    quick: true,
    look: async ({ config }) => resultsOf('warning', warningsOf(config), 'none'),
  },
]
