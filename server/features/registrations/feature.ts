import { forPeople } from '../../http/for-people.ts'
import type { Core, Feature, Joined, Started } from '../../payments/index.ts'
import { registrationRules } from './check-rules.ts'
import { type EndWithRegistration, noSchedules } from './deduplication.ts'
import { createRegistrations, type Registrations } from './registrations.ts'
import { registrationRoutes } from './routes.ts'
import { seriesExtension } from './series.ts'
import {
  createRegistrationService,
  type RegistrationService,
  type RegistrationServiceParts,
} from './service.ts'

interface JoinParts extends Pick<Core, 'store' | 'vault' | 'clock' | 'access' | 'notifications'> {
  /** What ends with a registration; `undefined`: there are no schedules. */
  readonly schedulesEnd: EndWithRegistration | undefined
}

interface StartParts extends Omit<RegistrationServiceParts, 'schedulesEnd'> {
  readonly schedulesEnd: EndWithRegistration | undefined
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

  join(core: JoinParts): Joined & Pick<Registrations, 'stored' | 'storedCardOf'> {
    const { access, schedulesEnd = noSchedules } = core
    const stored = createRegistrations({ ...core, settingsOf: access.settingsOf, schedulesEnd })
    return {
      stored: stored.stored,
      storedCardOf: stored.storedCardOf,
      extensions: { store: [stored.extension, seriesExtension(core)] },
    }
  },

  start(parts: StartParts): Started & { readonly service: RegistrationService } {
    const { schedulesEnd = noSchedules } = parts
    return { service: createRegistrationService({ ...parts, schedulesEnd }) }
  },
} as const satisfies Feature
