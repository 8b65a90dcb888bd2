import { HOUR_MS } from '../../common/durations.ts'
import type { Config } from '../../server/kernel/settings/config.ts'
import type { Feature } from '../../server/payments/index.ts'
import { demoOwner } from './demo-owner.ts'
import { profileRoutes } from './profile-routes.ts'
import { placeOf } from './second-factor.ts'
import { createPeople, type PeopleParts } from './service.ts'
import { sessionRoutes } from './session-routes.ts'
import { deleteOld } from './sessions.ts'
import { userRoutes } from './user-routes.ts'

/** How often sessions and invitations that are over for long are looked for, in milliseconds. */
const DELETE_EVERY_MS = HOUR_MS

/** People of the back office: users, roles, sessions, invitations. */
export const people = {
  name: 'people',
  routes: [...sessionRoutes, ...profileRoutes, ...userRoutes],
  commands: async () => (await import('./commands/commands.ts')).userCommands,
  seals: ['totp_sealed', 'totp_offer_sealed'].map((column) => ({
    table: 'admin_user',
    id: 'id',
    column,
    placeOf: (id: string) => placeOf({ id }),
  })),
  readSettings: [
    async ({ sessionIdleMinutes, sessionHours }: Config) => ({
      sessionTimes: { idleMs: sessionIdleMinutes * 60_000, longestMs: sessionHours * HOUR_MS },
    }),
  ],

  demo: demoOwner,

  start(parts: PeopleParts) {
    const service = createPeople(parts)
    return {
      services: { people: service, sessions: service.sessions },
      work: [{ everyMs: DELETE_EVERY_MS, needsRightTime: true, run: () => deleteOld(parts) }],
    }
  },
} as const satisfies Feature
