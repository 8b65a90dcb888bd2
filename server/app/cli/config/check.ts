import type { Command } from '../../../cli/command.ts'
import { checkSettings, sourceLines } from '../../check-settings.ts'
import { liveSettingsInTest, unknownSettings } from '../../unknown-settings.ts'

export const checkConfigCommand: Command = {
  name: 'config check',
  summary: 'check all settings, and show where each comes from, without values',
  usage: '',
  help: [
    'Reads every setting as a start does: variables of the environment, the file that TILLGATE_CONFIG',
    'names, files and commands of secrets, certificates and keys. Starts nothing and opens no database.',
    'Prints where each setting comes from, never its value. 1 where a start would be refused.',
  ],
  options: {},
  operands: [],
  async run(_, { settings, print, complain }) {
    const settled = settings()
    const { faults } = await checkSettings(settled)
    for (const line of sourceLines(settled)) print(line)
    const notices = [unknownSettings(settled.env), liveSettingsInTest(settled.env)]
    for (const notice of [...settled.warnings, ...notices]) {
      if (notice !== undefined) complain(notice)
    }
    for (const fault of faults) complain(fault)
    if (faults.length === 0) print('The settings are right.')
    return faults.length === 0 ? 0 : 1
  },
}
