import { Type } from 'typebox'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { answer, answered, type MembersOf, text } from '../../server/http/described-answer.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import { refusedAsLacking } from '../../server/http/lacking.ts'
import type { Asked, Route } from '../../server/http/route.ts'
import { elsewhere, shaped } from '../../server/parameters/described-parts.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import type { Refusal } from '../../server/results/refusal.ts'
import type { UserRow } from '../../server/store/port.ts'
import {
  CHOSEN_KINDS,
  changeOwnMails,
  ownMailsFault,
  ownMailsOf,
  unknownUser,
} from './own-mails.ts'
import type { MailRouteParts } from './routes.ts'
import { STAFF_LANGUAGES } from './texts.ts'

const ofPerson = { access: 'token', right: 'signedIn' } as const
const tag = 'Administration'
const ofOneself = { elsewhere, entity: 'none' } as const

const readRequest = requestOf('profile.readMails', Type.Object({}), ofOneself)

const change = requestOf(
  'profile.changeMails',
  Type.Object({
    mailLanguage: Type.Enum([...STAFF_LANGUAGES], {
      description: 'In which mails are written to the user.',
    }),
    unwantedMails: Type.Optional(
      shaped(/^[\w,]{0,500}$/, 'kinds of mail with a comma between them', {
        example: 'payoutMissing,webhookGivenUp',
        description: 'The kinds that the user does not want; empty: all are wanted.',
      }),
    ),
  }),
  ofOneself,
)

const ownMails = answer(
  'OwnMails',
  {
    language: text(),
    languages: Type.Array(text(), { description: 'Those that there are.' }),
    kinds: Type.Array(Type.Object({ name: text(), isWanted: Type.Boolean() })),
    isSetUp: Type.Boolean({ description: 'Whether this gateway has a mail server.' }),
  },
  'Which mails a user gets because of a role. Links and sign-ins are always mailed.',
)

export type OwnMailsAnswer = MembersOf<typeof ownMails>

/** Which mails a person gets. */
export const ownMailRoutes: readonly Route<MailRouteParts>[] = [
  {
    ...ofPerson,
    method: 'get',
    path: '/admin/v1/profile/mails',
    operation: readRequest,
    throttle: 'status',
    docs: {
      id: 'readOwnMails',
      tag,
      summary: 'Read which mails the own user gets',
      description: 'And in which language.',
      answers: [ownMails],
    },
    handle: read,
  },
  {
    ...ofPerson,
    method: 'post',
    path: '/admin/v1/profile/mails',
    operation: change,
    throttle: 'registrations',
    once: true,
    docs: {
      id: 'changeOwnMails',
      tag,
      summary: 'Choose which mails the own user gets',
      description: 'The whole choice, with its language.',
      body: 'MailChoice',
      label: 'Choice of mails',
      examples: [
        {
          name: 'fewer',
          summary: 'In English, without those of webhooks',
          parameters: { mailLanguage: 'en', unwantedMails: 'webhookGivenUp,webhookDisabled' },
        },
      ],
      answers: [ownMails],
    },
    handle: choose,
  },
]

async function read(
  { call, request }: Asked<MerchantCall>,
  parts: MailRouteParts,
): Promise<Answer | Refusal> {
  const lacking = refusedAsLacking(call.person)
  if (lacking !== undefined) return lacking
  const user = await parts.store.read.user(call.person?.id ?? '')
  return user === undefined ? unknownUser : shown(user, request.ndc, parts)
}

async function choose(
  { call, entry, request }: Asked<MerchantCall>,
  parts: MailRouteParts,
): Promise<Worked> {
  // Who has stolen a password alone turns off no mail that would tell of it.
  const lacking = refusedAsLacking(call.person)
  if (lacking !== undefined) return lacking
  const { mailLanguage: language, unwantedMails = '' } = change.read(call.values)
  const wanted = { language, unwanted: unwantedMails.split(',').filter((name) => name !== '') }
  const fault = ownMailsFault(wanted)
  if (fault !== undefined) return fault
  const answerOf = (user: UserRow) => shown(user, request.ndc, parts)
  const further = keyParts(entry, answerOf)
  return answerTo(await changeOwnMails(call.person?.id ?? '', wanted, parts, further), answerOf)
}

function shown(user: UserRow, ndc: string, { clock, mailIsSetUp }: MailRouteParts): Answer {
  const { language, unwanted } = ownMailsOf(user)
  const kinds = CHOSEN_KINDS.map((name) => ({ name, isWanted: !unwanted.includes(name) }))
  const members = { language, languages: [...STAFF_LANGUAGES], kinds, isSetUp: mailIsSetUp }
  return answered(ownMails, members, { ndc, atMs: clock.now() })
}
