import { HOUR_MS } from '../../common/durations.ts'
import type { TimerHandler } from '../../server/kernel/timers/timers.ts'
import type { Core, Feature, Started } from '../../server/payments/index.ts'
import type { LinkMails } from '../people/index.ts'
import { createCausedMails } from './caused.ts'
import { mailRules } from './check-rules.ts'
import { createDelivery } from './delivery.ts'
import { createDueMails, deleteOldMails } from './due-mails.ts'
import { importFailed, importFailedCause, type RefusedFile } from './kinds/settlement.ts'
import { createLinkMails } from './link-mails.ts'
import { createMailLinks } from './links.ts'
import { messageOf } from './message.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { ownMailRoutes } from './own-routes.ts'
import { receiptMailRoutes } from './receipt-routes.ts'
import { mailRoutes } from './routes.ts'
import { createPost, type MailSettings, type Post } from './transport.ts'

interface StartParts
  extends Pick<
    Core,
    | 'environment'
    | 'acquirerEnvironment'
    | 'baseUrl'
    | 'store'
    | 'vault'
    | 'access'
    | 'clock'
    | 'log'
  > {
  readonly officeUrl: string | null
  /** `null`: no mail server is set up, and no mail is written. */
  readonly mailSettings: MailSettings | null
  /** Replaces the mail server. */
  readonly postMail?: Post | undefined
}

interface MadeAtStart {
  readonly onTimer: TimerHandler
  readonly isSetUp: boolean
  readonly outbox: Outbox | undefined
  /** `undefined` where no mail server is set up. */
  readonly linkMails: LinkMails | undefined
  /** Tells people of a settlement file that came by itself and was refused. */
  readonly onRefusedFile: ((file: RefusedFile) => Promise<void>) | undefined
}

/** How often is looked for what is due, and for old mails, in milliseconds. */
const LOOK_EVERY_MS = HOUR_MS

/** Mails to people of the back office and to shoppers, by the mail server of the operator. */
export const mail = {
  name: 'mail',
  needs: ['people', 'receipts', 'settlement'],
  routes: [...mailRoutes, ...ownMailRoutes, ...receiptMailRoutes],
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
    const parts = { ...given, officeOrigin: officeUrl ?? baseUrl, links: createMailLinks(given) }
    const onTimer = createDelivery({ ...given, post, messageOf: (row) => messageOf(row, parts) })
    const looking = { everyMs: LOOK_EVERY_MS, needsRightTime: true } as const
    const work = [{ ...looking, run: () => deleteOldMails(given) }]
    if (post === undefined) {
      const none = { outbox: undefined, linkMails: undefined, onRefusedFile: undefined }
      return { onTimer, isSetUp: false, ...none, work }
    }
    const outbox = createOutbox(parts)
    return {
      onTimer,
      isSetUp: true,
      outbox,
      linkMails: createLinkMails(parts, outbox),
      onRefusedFile: (file) => outbox.tell(importFailed, [importFailedCause(file, parts)]),
      withCommit: createCausedMails(parts, outbox),
      work: [...work, { ...looking, run: createDueMails(parts, outbox) }],
    }
  },
} as const satisfies Feature
