import { HOUR_MS } from '../../common/durations.ts'
import type { Feature, Started } from '../../server/payments/index.ts'
import { profileRoutes } from './profile-routes.ts'
import { resetRoutes } from './reset-routes.ts'
import { placeOf } from './second-factor.ts'
import { createPeople, type People, type PeopleParts } from './service.ts'
import { sessionRoutes } from './session-routes.ts'
import { deleteOld, type SessionRules } from './sessions.ts'
import { userRoutes } from './user-routes.ts'

/** How often sessions and invitations that are over for long are looked for, in milliseconds. */
const DELETE_EVERY_MS = HOUR_MS

/** People of the back office: users, roles, sessions, invitations. */
export const people = {
  name: 'people',
  routes: [...sessionRoutes, ...profileRoutes, ...userRoutes, ...resetRoutes],
  commands: async () => (await import('./commands/commands.ts')).userCommands,
  seals: ['totp_sealed', 'totp_offer_sealed'].map((column) => ({
    table: 'admin_user',
    id: 'id',
    column,
    placeOf: (id: string) => placeOf({ id }),
  })),
  readSettings: {
    sessionRules: async ({
      secondFactor,
      sessionIdleMinutes,
      sessionHours,
    }): Promise<SessionRules> => ({
      needsSecondFactor: secondFactor === 'required',
      idleMs: sessionIdleMinutes * 60_000,
      longestMs: sessionHours * HOUR_MS,
    }),
  },

  start(parts: PeopleParts): Started & { readonly service: People } {
    const service = createPeople(parts)
    return {
      service,
      close: () => service.passwordResets.close(),
      work: [{ everyMs: DELETE_EVERY_MS, needsRightTime: true, run: () => deleteOld(parts) }],
    }
  },
} as const satisfies Feature
