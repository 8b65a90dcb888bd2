import type { Answer } from '../../server/http/answer.ts'
import type { MerchantCall } from '../../server/http/call.ts'
import { answerTo, keyParts, type Worked } from '../../server/http/idempotency/idempotency.ts'
import type { Route } from '../../server/http/route.ts'
import { peopleAnswer } from './answer.ts'
import type { OfferedSecret } from './second-factor.ts'
import { metaOf, type PeopleCall, type PeopleRouteParts } from './session-routes.ts'

const ofPerson = {
  access: 'token',
  right: 'signedIn',
  throttle: 'registrations',
  method: 'post',
  once: true,
} as const
const tag = 'Administration'

/** What people change of themselves. */
export const profileRoutes: readonly Route<PeopleRouteParts>[] = [
  {
    ...ofPerson,
    path: '/admin/v1/profile/password',
    operation: 'profile.changePassword',
    docs: {
      id: 'changePassword',
      tag,
      summary: 'Change the own password',
      description: 'Ends all other sessions. 403 where the present password is wrong.',
      body: 'PasswordChange',
      label: 'Password change',
      answers: ['PeopleAnswer'],
    },
    handle: changePassword,
  },
  {
    ...ofPerson,
    path: '/admin/v1/profile/totp',
    operation: 'profile.offerTotp',
    docs: {
      id: 'offerTotp',
      tag,
      summary: 'Begin with a second factor',
      description:
        'Makes a secret for an authenticator app (RFC 6238). Sign-in asks for codes once the first one was confirmed. Needs a code of the present second factor where there is one.',
      body: 'TotpBegin',
      label: 'Second factor',
      answers: ['TotpOffer'],
    },
    handle: offerTotp,
  },
  {
    ...ofPerson,
    path: '/admin/v1/profile/totp/confirmation',
    operation: 'profile.confirmTotp',
    docs: {
      id: 'confirmTotp',
      tag,
      summary: 'Confirm a second factor with its first code',
      description: 'Answers ten recovery codes, which are shown this once.',
      body: 'TotpConfirmation',
      label: 'Second factor',
      answers: ['RecoveryCodes'],
    },
    handle: confirmTotp,
  },
  {
    ...ofPerson,
    path: '/admin/v1/profile/totp/removal',
    operation: 'profile.removeTotp',
    docs: {
      id: 'removeTotp',
      tag,
      summary: 'Sign in without a second factor from now on',
      description:
        'Needs a code of it, or a recovery code. Recovery codes count for nothing any more. For a lost app: tillgate user reset.',
      body: 'TotpRemoval',
      label: 'Second factor',
      answers: ['PeopleAnswer'],
    },
    handle: removeTotp,
  },
]

const personOf = ({ person }: MerchantCall) => ({
  userId: person?.id ?? '',
  sessionId: person?.sessionId ?? '',
})

const proofIn = ({ values }: MerchantCall) => ({
  password: values.get('password') ?? '',
  code: values.get('code'),
})

async function changePassword(
  { call, request, entry }: PeopleCall,
  parts: PeopleRouteParts,
): Promise<Worked> {
  const answer = () => peopleAnswer({}, metaOf(request, parts))
  const given = {
    password: call.values.get('password') ?? '',
    newPassword: call.values.get('newPassword') ?? '',
  }
  const changed = await parts.people.profile.changePassword(
    personOf(call),
    given,
    keyParts(entry, answer),
  )
  return answerTo(changed, answer)
}

async function offerTotp(
  { call, request, entry }: PeopleCall,
  parts: PeopleRouteParts,
): Promise<Worked> {
  const answer = ({ secret, uri, qrCode }: OfferedSecret): Answer =>
    peopleAnswer({ secret, uri, qrCode }, metaOf(request, parts), {
      shownOnce: ['secret', 'uri', 'qrCode'],
    })
  const further = keyParts(entry, answer)
  const offered = await parts.people.profile.offerTotp(personOf(call), proofIn(call), further)
  return answerTo(offered, answer)
}

async function confirmTotp(
  { call, request, entry }: PeopleCall,
  parts: PeopleRouteParts,
): Promise<Worked> {
  const answer = (recoveryCodes: readonly string[]): Answer =>
    peopleAnswer({ recoveryCodes }, metaOf(request, parts), { shownOnce: ['recoveryCodes'] })
  const code = call.values.get('code') ?? ''
  const userId = call.person?.id ?? ''
  const codes = await parts.people.profile.confirmTotp(userId, code, keyParts(entry, answer))
  return answerTo(codes, answer)
}

async function removeTotp(
  { call, request, entry }: PeopleCall,
  parts: PeopleRouteParts,
): Promise<Worked> {
  const answer = () => peopleAnswer({}, metaOf(request, parts))
  const further = keyParts(entry, answer)
  const removed = await parts.people.profile.removeTotp(personOf(call), proofIn(call), further)
  return answerTo(removed, answer)
}
