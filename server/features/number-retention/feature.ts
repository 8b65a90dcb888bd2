import type { TimerHandler } from '../../kernel/timers/timers.ts'
import type { Core, Feature, Joined, Started } from '../../payments/index.ts'
import { numberRules } from './check-rules.ts'
import { numberDoctorChecks } from './doctor-checks.ts'
import { createNumberDeletion, numberRetentionExtension } from './number-retention.ts'

/** Deletes card and account numbers that nothing needs any more (PCI DSS 3.2.1). */
export const numberRetention = {
  name: 'number-retention',
  commands: async () => (await import('./commands/commands.ts')).numberCommands,
  checks: [numberRules],
  doctor: numberDoctorChecks,

  join: ({ store }: Pick<Core, 'store'>): Joined => ({
    extensions: { record: [numberRetentionExtension(store)] },
  }),

  start: ({
    store,
    clock,
    access,
  }: Pick<Core, 'store' | 'clock' | 'access'>): Started & { readonly onTimer: TimerHandler } => ({
    onTimer: createNumberDeletion({ store, clock, settingsOf: access.settingsOf }),
  }),
} as const satisfies Feature
