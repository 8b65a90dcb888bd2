import { Type } from 'typebox'
import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { alreadyShown, answer, answered, text } from '../../server/http/described-answer.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Route } from '../../server/http/route.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { doneAnswer } from './answer.ts'
import type { OfferedSecret } from './second-factor.ts'
import {
  code,
  EXAMPLE_PASSWORD,
  metaOf,
  ofPeople,
  type PeopleCall,
  type PeopleRouteParts,
  password,
} from './session-routes.ts'

const ofPerson = {
  access: 'token',
  right: 'signedIn',
  throttle: 'registrations',
  method: 'post',
  once: true,
} as const
const tag = 'Administration'
const ofOneself = { ...ofPeople, entity: 'none' } as const

const passwordChange = requestOf(
  'profile.changePassword',
  Type.Object({
    password: password(),
    newPassword: password(
      '12 to 128 characters with letters and digits; not one of the last four, nor one of the commonest.',
    ),
  }),
  { ...ofOneself, whenMissing: { password: 'the one that you have now' } },
)

const proof = Type.Object({ password: password(), code: Type.Optional(code) })
const totpBegin = requestOf('profile.offerTotp', proof, ofOneself)
const totpRemoval = requestOf('profile.removeTotp', proof, ofOneself)
const totpConfirmation = requestOf('profile.confirmTotp', Type.Object({ code }), ofOneself)

const totpOffer = answer(
  'TotpOffer',
  {
    secret: Type.Optional(text('For an app without a camera: base32.')),
    uri: Type.Optional(text('What the picture has.')),
    qrCode: Type.Optional(text('A picture for the camera of the app: SVG.')),
    alreadyShown,
  },
  'What an authenticator app is given. Its first code has to be confirmed.',
)

const recoveryCodesAnswer = answer(
  'RecoveryCodes',
  {
    recoveryCodes: Type.Optional(
      Type.Array(text(), { description: 'Shown once; each counts once.' }),
    ),
    alreadyShown,
  },
  'Codes for the day on which the app is lost.',
)

/** What people change of themselves. */
export const profileRoutes: readonly Route<PeopleRouteParts>[] = [
  {
    ...ofPerson,
    path: '/admin/v1/profile/password',
    operation: passwordChange,
    docs: {
      id: 'changePassword',
      tag,
      summary: 'Change the own password',
      description: 'Ends all other sessions. 403 where the present password is wrong.',
      body: 'PasswordChange',
      label: 'Password change',
      examples: [
        {
          name: 'new',
          summary: 'A new password',
          parameters: { password: EXAMPLE_PASSWORD, newPassword: 'coffee for 3 at nine' },
        },
      ],
      answers: [doneAnswer],
    },
    handle: changePassword,
  },
  {
    ...ofPerson,
    path: '/admin/v1/profile/totp',
    operation: totpBegin,
    docs: {
      id: 'offerTotp',
      tag,
      summary: 'Begin with a second factor',
      description:
        'Makes a secret for an authenticator app (RFC 6238). Sign-in asks for codes once the first one was confirmed. Needs a code of the present second factor where there is one.',
      body: 'TotpBegin',
      label: 'Begin of a second factor',
      examples: [
        { name: 'offer', summary: 'A new secret', parameters: { password: EXAMPLE_PASSWORD } },
      ],
      answers: [totpOffer],
    },
    handle: offerTotp,
  },
  {
    ...ofPerson,
    path: '/admin/v1/profile/totp/confirmation',
    operation: totpConfirmation,
    docs: {
      id: 'confirmTotp',
      tag,
      summary: 'Confirm a second factor with its first code',
      description: 'Answers ten recovery codes, which are shown this once.',
      body: 'TotpConfirmation',
      label: 'Confirmation of a second factor',
      examples: [
        { name: 'code', summary: 'The first code of the app', parameters: { code: '492039' } },
      ],
      answers: [recoveryCodesAnswer],
    },
    handle: confirmTotp,
  },
  {
    ...ofPerson,
    path: '/admin/v1/profile/totp/removal',
    operation: totpRemoval,
    docs: {
      id: 'removeTotp',
      tag,
      summary: 'Sign in without a second factor from now on',
      description:
        'Needs a code of it, or a recovery code. Recovery codes count for nothing any more. For a lost app: tillgate user reset.',
      body: 'TotpRemoval',
      label: 'Removal of a second factor',
      examples: [
        {
          name: 'removal',
          summary: 'Sign in without codes from now on',
          parameters: { password: EXAMPLE_PASSWORD },
        },
      ],
      answers: [doneAnswer],
    },
    handle: removeTotp,
  },
]

const personOf = ({ person }: MerchantCall) => ({
  userId: person?.id ?? '',
  sessionId: person?.sessionId ?? '',
})

const proofIn = (sent: ReturnType<typeof totpBegin.read>) => ({
  password: sent.password,
  code: sent.code,
})

async function changePassword(
  { call, request, entry }: PeopleCall,
  parts: PeopleRouteParts,
): Promise<Worked> {
  const shown = () => answered(doneAnswer, {}, metaOf(request, parts))
  const changed = await parts.people.profile.changePassword(
    personOf(call),
    passwordChange.read(call.values),
    keyParts(entry, shown),
  )
  return answerTo(changed, shown)
}

async function offerTotp(
  { call, request, entry }: PeopleCall,
  parts: PeopleRouteParts,
): Promise<Worked> {
  const shown = ({ secret, uri, qrCode }: OfferedSecret): Answer =>
    answered(totpOffer, { secret, uri, qrCode }, metaOf(request, parts), {
      shownOnce: ['secret', 'uri', 'qrCode'],
    })
  const given = proofIn(totpBegin.read(call.values))
  const further = keyParts(entry, shown)
  const offered = await parts.people.profile.offerTotp(personOf(call), given, further)
  return answerTo(offered, shown)
}

async function confirmTotp(
  { call, request, entry }: PeopleCall,
  parts: PeopleRouteParts,
): Promise<Worked> {
  const shown = (recoveryCodes: readonly string[]): Answer =>
    answered(recoveryCodesAnswer, { recoveryCodes }, metaOf(request, parts), {
      shownOnce: ['recoveryCodes'],
    })
  const sent = totpConfirmation.read(call.values)
  const userId = call.person?.id ?? ''
  const codes = await parts.people.profile.confirmTotp(userId, sent.code, keyParts(entry, shown))
  return answerTo(codes, shown)
}

async function removeTotp(
  { call, request, entry }: PeopleCall,
  parts: PeopleRouteParts,
): Promise<Worked> {
  const shown = () => answered(doneAnswer, {}, metaOf(request, parts))
  const given = proofIn(totpRemoval.read(call.values))
  const further = keyParts(entry, shown)
  const removed = await parts.people.profile.removeTotp(personOf(call), given, further)
  return answerTo(removed, shown)
}
