import { HOUR_MS } from '../../common/durations.ts'
import type { TimerHandler } from '../../server/kernel/timers/timers.ts'
import type { Core, Feature, Started } from '../../server/payments/index.ts'
import { createCausedMails } from './caused.ts'
import { mailRules } from './check-rules.ts'
import { createDelivery } from './delivery.ts'
import { deleteOldMails, writeDueMails } from './due-mails.ts'
import { messageOf } from './message.ts'
import { createOutbox } from './outbox.ts'
import { mailRoutes } from './routes.ts'
import { createPost, type MailSettings, type Post } from './transport.ts'

interface StartParts
  extends Pick<Core, 'environment' | 'baseUrl' | 'store' | 'access' | 'clock' | 'log'> {
  readonly officeUrl: string | null
  /** `null`: no mail server is set up, and no mail is written. */
  readonly mailSettings: MailSettings | null
  /** Replaces the mail server. */
  readonly postMail?: Post | undefined
}

interface MadeAtStart {
  readonly onTimer: TimerHandler
  readonly isSetUp: boolean
}

/** How often is looked for what is due, and for old mails, in milliseconds. */
const LOOK_EVERY_MS = HOUR_MS

/** Mails to people of the back office and to shoppers, by the mail server of the operator. */
export const mail = {
  name: 'mail',
  needs: ['people'],
  routes: mailRoutes,
  checks: [mailRules],
  readSettings: {
    async mailSettings(config): Promise<MailSettings | null> {
      const { smtpServer: server, smtpUser: user, smtpPassword: password, mailFrom: from } = config
      if (server === null || from === null) return null
      const isHere = /^\w+:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\]):/.test(server)
      return { server, user, password, from, needsTls: config.environment === 'live' && !isHere }
    },
  },

  start(given: StartParts): Started & MadeAtStart {
    const { mailSettings, log, officeUrl, baseUrl } = given
    const post =
      given.postMail ?? (mailSettings === null ? undefined : createPost(mailSettings, log))
    const parts = { ...given, officeOrigin: officeUrl ?? baseUrl }
    const onTimer = createDelivery({ ...given, post, messageOf: (row) => messageOf(row, parts) })
    const forgetting = { everyMs: LOOK_EVERY_MS, needsRightTime: true } as const
    const work = [{ ...forgetting, run: () => deleteOldMails(given) }]
    if (post === undefined) return { onTimer, isSetUp: false, work }
    const outbox = createOutbox(given)
    return {
      onTimer,
      isSetUp: true,
      withCommit: createCausedMails(given, outbox),
      work: [...work, { ...forgetting, run: () => writeDueMails(given, outbox) }],
    }
  },
} as const satisfies Feature
