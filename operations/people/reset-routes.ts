import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { answered } from '../../server/http/described-answer.ts'
import type { Route, RouteAnswer } from '../../server/http/route.ts'
import { request as requestOf } from '../../server/parameters/described-request.ts'
import { isRefusal } from '../../server/results/refusal.ts'
import { doneAnswer } from './answer.ts'
import { auditReset } from './audited.ts'
import {
  clientIn,
  EXAMPLE_PASSWORD,
  email,
  metaOf,
  ofPeople,
  type PeopleRouteParts,
  password,
  readOpen,
} from './session-routes.ts'
import { token } from './user-routes.ts'

const tag = 'Administration'
const EXAMPLE_LINK = `8ac7a4019ab3c4d5e6f708192a3b4c5d.${'0123456789abcdef'.repeat(4)}`

const resetRequest = requestOf('passwords.ask', Type.Object({ email }), {
  ...ofPeople,
  entity: 'none',
})

const reset = requestOf(
  'passwords.reset',
  Type.Object({
    token,
    newPassword: password(
      '12 to 128 characters with letters and digits; not one of the last four, nor one of the commonest.',
    ),
  }),
  { ...ofPeople, entity: 'none' },
)

/** New passwords for people who have forgotten theirs. */
export const resetRoutes: readonly Route<PeopleRouteParts>[] = [
  {
    method: 'post',
    path: '/admin/v1/passwords/forgotten',
    access: 'open',
    operation: resetRequest,
    docs: {
      id: 'askForPassword',
      tag,
      summary: 'Ask for a new password',
      description:
        'For pages of the gateway itself. A user with this address gets a mail with a link that is good for an hour and for one new password, at most three times in an hour. Answers the same for every address.',
      body: 'ForgottenPassword',
      label: 'Forgotten password',
      examples: [
        { name: 'ask', summary: 'By the address', parameters: { email: 'jane@shop.example' } },
      ],
      answers: [doneAnswer],
      further: { 403: 'RefusalAnswer', 429: 'RefusalAnswer' },
    },
    async answer(request, parts) {
      const sent = readOpen(request, resetRequest, parts)
      if (isRefusal(sent)) return sent
      const refusal = parts.people.passwordResets.ask(sent.email)
      return refusal ?? answered(doneAnswer, {}, metaOf(request, parts))
    },
  },
  {
    method: 'post',
    path: '/admin/v1/passwords/reset',
    access: 'open',
    operation: reset,
    docs: {
      id: 'resetPassword',
      tag,
      summary: 'Choose a new password by the link of a mail',
      description:
        'For pages of the gateway itself. Ends all sessions of the user; the second factor stays, and sign-in asks for it. The link is good for an hour, and not after another password was chosen.',
      body: 'PasswordReset',
      label: 'Password reset',
      examples: [
        {
          name: 'new',
          summary: 'A new password',
          parameters: {
            token: EXAMPLE_LINK,
            newPassword: EXAMPLE_PASSWORD,
          },
        },
      ],
      answers: [doneAnswer],
      further: { 403: 'RefusalAnswer', 404: 'RefusalAnswer', 429: 'RefusalAnswer' },
    },
    answer: resetPassword,
  },
]

async function resetPassword(
  request: FastifyRequest,
  parts: PeopleRouteParts,
): Promise<RouteAnswer> {
  const sent = readOpen(request, reset, parts)
  if (isRefusal(sent)) return sent
  const user = await parts.people.passwordResets.take(sent.token, sent.newPassword)
  if (isRefusal(user)) return user
  await auditReset({ user, client: clientIn(request) }, parts)
  return answered(doneAnswer, {}, metaOf(request, parts))
}
