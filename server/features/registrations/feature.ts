import { forPeople } from '../../http/for-people.ts'
import type { Core, Feature } from '../../payments/index.ts'
import { registrationRules } from './check-rules.ts'
import { type EndWithRegistration, noSchedules } from './deduplication.ts'
import { createRegistrations } from './registrations.ts'
import { registrationRoutes } from './routes.ts'
import { seriesExtension } from './series.ts'
import { createRegistrationService, type RegistrationServiceParts } from './service.ts'

interface JoinParts extends Pick<Core, 'store' | 'vault' | 'clock' | 'access' | 'notifications'> {
  /** What ends with a registration; absent: there are no schedules. */
  readonly schedulesEnd?: EndWithRegistration
}

interface StartParts extends Omit<RegistrationServiceParts, 'schedulesEnd'> {
  readonly schedulesEnd?: EndWithRegistration
}

/** Stores payment details, and pays with them. */
export const registrations = {
  name: 'registrations',
  routes: [
    ...registrationRoutes,
    // People look at stored details and delete them; they neither store nor charge them.
    ...forPeople(
      registrationRoutes.filter(({ method }) => method !== 'post'),
      { read: 'customers.read', write: 'customers.write' },
    ),
  ],
  checks: [registrationRules],

  join(core: JoinParts) {
    const { access, schedulesEnd = noSchedules } = core
    const stored = createRegistrations({ ...core, settingsOf: access.settingsOf, schedulesEnd })
    return {
      services: { stored, storedCardOf: stored.storedCardOf },
      extensions: { store: [stored.extension, seriesExtension(core)] },
      instruments: { stored: stored.stored },
    }
  },

  start(parts: StartParts) {
    const { schedulesEnd = noSchedules } = parts
    const service = createRegistrationService({ ...parts, schedulesEnd })
    return { services: { registrations: service }, timers: { registrationExpiry: service.onTimer } }
  },
} as const satisfies Feature
