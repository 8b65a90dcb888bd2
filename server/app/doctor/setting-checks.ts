import {
  type DoctorCheck,
  type DoctorGiven,
  type DoctorResult,
  resultsOf,
} from '../../cli/doctor-check.ts'
import { checkSettings } from '../check-settings.ts'
import { warningsOf } from '../start-warnings.ts'
import { liveSettingsInTest, unknownSettings } from '../unknown-settings.ts'

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
    name: 'secrets',
    looksAt: 'how each secret setting is given',
    why: 'a variable of the environment is inherited by each program that the process starts; the key of the vault opens all card numbers',
    fix: 'the same name with _FILE or _COMMAND in its place (docs/settings.md)',
    look: async (given) => secretResults(given),
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

/** In test secrets are the demo's. */
function secretResults({ settled, config }: DoctorGiven): readonly DoctorResult[] {
  if (settled === undefined) return [{ state: 'unknown', found: 'not looked at' }]
  const given = settled.sources.filter(({ secret, from }) => secret && from !== 'default')
  const isLive = config.environment === 'live'
  return given.length === 0
    ? [{ state: 'good', found: 'none is set' }]
    : given.map(({ variable, from, form }) => {
        const isOpen = isLive && from === 'environment' && form === 'value'
        const found = `${variable} is set by the ${from}, as a ${form}`
        return { state: isOpen ? 'warning' : 'good', found }
      })
}
