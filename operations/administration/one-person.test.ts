import { describe, expect, it } from 'vitest'
import { routes } from '../../server/testing/all-features.fixture.ts'

/**
 * R-TWO-1: why no route lets one person, signed in or by an access token that the person knows, move more than
 * `secondPersonAbove` within a day. The reasons, and the test that shows each:
 */
const REASONS = {
  waits:
    'waits above the limit for a second person, with what was moved of the family within a day (administration.test.ts, by-hand.test.ts, resolutions/second-person.test.ts)',
  brings:
    'what moves of it counts as entered by hand, and waits (settlement/brought-files.test.ts)',
  refusedAlone:
    'a token that a person knows is refused above the limit, with what it moved of the payment or card within a day (known-tokens.test.ts)',
  decides:
    'needs a person who has had the right for a day, has not asked, and does not know the token that has (second-person.test.ts, known-tokens.test.ts)',
  makesSecond: 'who gets a right by it is no second person for a day (second-person.test.ts)',
  showsToken: 'the token counts as the person for a day (known-tokens.test.ts)',
  raisesLimit:
    'a limit that is raised or taken away counts for a day more (second-person-limit.test.ts)',
  reviews:
    'is refused above the limit: a second person agrees to a refund first (resolutions.test.ts)',
  shoppers:
    'a shopper pays with details of the own; offers of stored ones and credits are refused alone (known-tokens.test.ts)',
  waitsDay:
    'takes new payments only after a day, in which colleagues see it (accounts/accounts.test.ts)',
  inherits: 'what is made below an entity has its limit (second-person-limit.test.ts)',
  plansLittle:
    'one person plans at most the limit for a card, with what is moved of it within a day (subscriptions/subscriptions.test.ts)',
  goesOn: 'goes on with what the merchant has planned, with its amount and card',
  takesLess: 'ends or restricts what would move: it moves nothing',
  tells: 'tells others, or stores what moves no money',
  answersCase:
    'sends evidence or gives in: the money has been with the shopper since the chargeback',
  ownAccess: 'is about the own sign-in; it gives no right',
  testOnly: 'live does not have it',
} as const

type Reason = keyof typeof REASONS

/** Every route by which something is changed, by the right that it needs; `token`: any access token. */
const WHY: Readonly<Record<string, Readonly<Record<string, Reason>>>> = {
  'customers.write': {
    'DELETE /admin/v1/blocks/{id}': 'takesLess',
    'DELETE /admin/v1/registrations/{id}': 'takesLess',
    'DELETE /admin/v1/schedules/{id}': 'takesLess',
    'POST /admin/v1/payments/{id}/block': 'takesLess',
    'POST /admin/v1/payments/{id}/receipt': 'tells',
    'POST /admin/v1/schedules/{id}/deschedule': 'takesLess',
    'POST /admin/v1/schedules/{id}/pause': 'takesLess',
    'POST /admin/v1/schedules/{id}/resume': 'goesOn',
  },
  'disputes.answer': {
    'DELETE /admin/v1/disputes/{id}/documents/{documentId}': 'takesLess',
    'POST /admin/v1/disputes/{id}/acceptance': 'answersCase',
    'POST /admin/v1/disputes/{id}/evidence': 'answersCase',
    'POST /admin/v1/disputes/{id}/submission': 'answersCase',
    'POST /admin/v1/payments/{id}/disputes': 'waits',
  },
  'entities.write': {
    'POST /admin/v1/connector-accounts': 'waitsDay',
    'POST /admin/v1/connector-accounts/{id}': 'waitsDay',
    'POST /admin/v1/connector-accounts/{id}/credentials': 'waitsDay',
    'POST /admin/v1/entities': 'inherits',
    'POST /admin/v1/entities/{id}': 'raisesLimit',
  },
  'finance.write': {
    'POST /admin/v1/settlement/files': 'brings',
    'POST /admin/v1/settlement/lines/{id}/match': 'brings',
  },
  'notes.write': {
    'POST /admin/v1/notes': 'tells',
  },
  'payments.approve': {
    'POST /admin/v1/requests/{id}/decision': 'decides',
  },
  'payments.move': {
    'POST /admin/v1/payments/{id}/operations': 'waits',
    'POST /admin/v1/subscriptions/{id}/amount': 'plansLittle',
    'POST /admin/v1/subscriptions/{id}/card': 'plansLittle',
    'POST /admin/v1/subscriptions/{id}/retry': 'goesOn',
  },
  'payments.resolve': {
    'POST /admin/v1/payments/{id}/resolution': 'waits',
    'POST /admin/v1/payments/{id}/review': 'reviews',
  },
  'people.write': {
    'DELETE /admin/v1/invitations/{id}': 'takesLess',
    'DELETE /admin/v1/users/{id}/role': 'takesLess',
    'DELETE /admin/v1/users/{id}/sessions': 'takesLess',
    'POST /admin/v1/invitations': 'makesSecond',
    'POST /admin/v1/users/{id}/block': 'takesLess',
    'POST /admin/v1/users/{id}/role': 'makesSecond',
    'POST /admin/v1/users/{id}/unblock': 'makesSecond',
  },
  signedIn: {
    'DELETE /admin/v1/session': 'ownAccess',
    'DELETE /admin/v1/sessions/{id}': 'ownAccess',
    'POST /admin/v1/profile/mails': 'ownAccess',
    'POST /admin/v1/profile/password': 'ownAccess',
    'POST /admin/v1/profile/totp': 'ownAccess',
    'POST /admin/v1/profile/totp/confirmation': 'ownAccess',
    'POST /admin/v1/profile/totp/removal': 'ownAccess',
    'POST /admin/v1/session/entity': 'ownAccess',
  },
  token: {
    'DELETE /scheduling/v1/schedules/{id}': 'takesLess',
    'DELETE /v1/checkouts/{id}': 'takesLess',
    'DELETE /v1/disputes/{id}/documents/{documentId}': 'takesLess',
    'DELETE /v1/registrations/{id}': 'takesLess',
    'DELETE /v1/webhooks/{id}': 'takesLess',
    'POST /scheduling/v1/schedules': 'refusedAlone',
    'POST /scheduling/v1/schedules/{id}/deschedule': 'takesLess',
    'POST /scheduling/v1/schedules/{id}/pause': 'takesLess',
    'POST /scheduling/v1/schedules/{id}/reschedule': 'refusedAlone',
    'POST /scheduling/v1/schedules/{id}/resume': 'goesOn',
    'POST /v1/checkouts': 'shoppers',
    'POST /v1/checkouts/{id}': 'shoppers',
    'POST /v1/disputes/{id}/acceptance': 'answersCase',
    'POST /v1/disputes/{id}/evidence': 'answersCase',
    'POST /v1/disputes/{id}/submission': 'answersCase',
    'POST /v1/payments': 'refusedAlone',
    'POST /v1/payments/{id}': 'refusedAlone',
    'POST /v1/registrations': 'tells',
    'POST /v1/registrations/{id}/extendlife': 'tells',
    'POST /v1/registrations/{id}/payments': 'refusedAlone',
    'POST /v1/risk': 'tells',
    'POST /v1/threeDSecure': 'tells',
    'POST /v1/webhooks': 'tells',
    'POST /v1/webhooks/{id}': 'tells',
    'POST /v1/webhooks/{id}/replay': 'tells',
    'POST /v1/webhooks/{id}/rotate': 'tells',
    'POST /v1/webhooks/{id}/test': 'tells',
  },
  'tokens.write': {
    'DELETE /admin/v1/tokens/{id}': 'takesLess',
    'POST /admin/v1/entities/{id}/tokens': 'showsToken',
    'POST /admin/v1/tokens/{id}/secret': 'showsToken',
  },
  'webhooks.write': {
    'DELETE /admin/v1/webhooks/{id}': 'takesLess',
    'POST /admin/v1/webhooks': 'tells',
    'POST /admin/v1/webhooks/{id}': 'tells',
    'POST /admin/v1/webhooks/{id}/replay': 'tells',
    'POST /admin/v1/webhooks/{id}/rotate': 'tells',
    'POST /admin/v1/webhooks/{id}/test': 'tells',
  },
}

const changing = routes.filter(({ access, method }) => access === 'token' && method !== 'get')

const rightOf = (route: (typeof routes)[number]) =>
  ('right' in route ? route.right : undefined) ?? 'token'

const nameOf = ({ method, path }: (typeof routes)[number]) => `${method.toUpperCase()} ${path}`

describe('one person alone moves nothing above the limit within a day', () => {
  it.each(changing)('by $method $path, for a reason', (route) => {
    const reason = route.testOnly === true ? 'testOnly' : WHY[rightOf(route)]?.[nameOf(route)]
    expect(REASONS[reason as Reason]).toBeDefined()
  })

  it('has no reason for a route that is not there, or needs another right', () => {
    const named = Object.entries(WHY).flatMap(([right, of]) =>
      Object.keys(of).map((name) => `${right}: ${name}`),
    )
    const there = changing.map((route) => `${rightOf(route)}: ${nameOf(route)}`)
    expect(named.filter((one) => !there.includes(one))).toEqual([])
  })

  it('reads nothing but with GET, or where a secret is shown', () => {
    const shows = routes.filter((route) => 'audited' in route && route.audited === true)
    expect(shows.map(({ method }) => method)).toEqual(shows.map(() => 'get'))
  })
})
