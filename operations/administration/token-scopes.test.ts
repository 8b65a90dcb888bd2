import { beforeAll, describe, expect, it } from 'vitest'
import { SCOPES_OF_RIGHTS } from '../../server/entities/rights.ts'
import { SCOPES, type Scope } from '../../server/entities/token-limits.ts'
import { scopesOfRoute } from '../../server/http/register-routes.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import { routes } from '../../server/testing/all-features.fixture.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { FAST } from '../people/people.fixture.ts'

const gateway = useTestGateway(FAST)
let merchant: TestMerchant
let paid: { readonly id: string; readonly registrationId: string }

beforeAll(async () => {
  merchant = await addMerchant(gateway())
  paid = await pay({ createRegistration: 'true' })
})

/** A token of the merchant with these scopes alone, which is also for `/admin/v1`. */
async function tokenWith(...scopes: readonly Scope[]): Promise<string> {
  const accessToken = newAccessToken()
  await gateway().store.commit([
    tokenOf(merchant.id, accessToken, true, { scopes: scopes.join(' ') }),
  ])
  return accessToken
}

const send = (token: string, methodAndPath: string, form: Form = {}) =>
  sendBare(gateway(), methodAndPath, {
    token,
    ...(methodAndPath.startsWith('POST') ? { form } : {}),
  })

const ofChannel = (form: Form): Form => ({ entityId: channelOf(merchant), ...form })

async function pay(more: Form) {
  const form = cardPayment(channelOf(merchant), more)
  const { body } = await send(merchant.accessToken, 'POST /v1/payments', form)
  return body as unknown as { readonly id: string; readonly registrationId: string }
}

const LACKS = /has not the scope (.+), which/

/** The scope that a refusal names; `undefined`: the token has what it needs. */
async function lackedBy(token: string, methodAndPath: string, form: Form = {}) {
  const { status, body } = await send(token, methodAndPath, form)
  const scope = LACKS.exec(body.result.description ?? '')?.[1]
  if (scope !== undefined) expect([status, body.result.code]).toEqual([403, '800.900.301'])
  return scope
}

const without = (...lacked: readonly Scope[]) => SCOPES.filter((scope) => !lacked.includes(scope))

/** All routes that an access token may use. */
const asked = routes.flatMap((route) => {
  if (route.access !== 'token' || ('right' in route && route.right === 'signedIn')) return []
  const path = route.path.replaceAll(/\{\w+\}/g, 'f'.repeat(32))
  return [{ name: `${route.method.toUpperCase()} ${path}`, scopes: scopesOfRoute(route), route }]
})

describe('every route that takes an access token', () => {
  it('needs a scope: read for what is asked by GET, but for what asks a provider', () => {
    for (const { name, scopes, route } of asked) {
      expect([name, scopes.length > 0]).toEqual([name, true])
      const reads = scopes !== 'ofPaymentType' && scopes.includes('read')
      const asksProvider = route.path === '/admin/v1/connector-accounts/{id}/check'
      expect([name, reads]).toEqual([name, route.method === 'get' && !asksProvider])
    }
  })

  it.each(asked)('refuses a token without its scope, and names no other: $name', async (one) => {
    const { name, scopes, route } = one
    const cases: (readonly [kept: readonly Scope[], named: string])[] =
      scopes === 'ofPaymentType'
        ? [[without('pay', 'refund'), 'pay or refund']]
        : scopes.map((scope) => [without(scope), scope])
    for (const [kept, scope] of cases) {
      const token = await tokenWith(...kept)
      const csv = { headers: { 'content-type': 'text/csv' }, body: 'a,b' }
      const { status, body } = await sendBare(gateway(), name, {
        token,
        ...(route.fileBody === undefined ? {} : csv),
      })
      expect([status, body.result.code]).toEqual([403, '800.900.301'])
      const { description = '' } = body.result
      // With any limit it has no right of owners, whatever its scopes.
      const isOfOwners = 'right' in route && route.right === 'people.write'
      expect(LACKS.exec(description)?.[1]).toBe(isOfOwners ? undefined : scope)
    }
  })

  it.each(asked)('asks a token for no other scope: $name', async ({ name, scopes, route }) => {
    const needed = scopes === 'ofPaymentType' ? (['pay', 'refund'] as const) : scopes
    if (route.path === '/admin/v1/payments/stream') return
    expect(await lackedBy(await tokenWith(...needed), name)).toBeUndefined()
  })
})

describe('what says itself which payment is made', () => {
  const money = { amount: '1.00', currency: 'EUR' }
  const job = { 'job.expression': '0 0 12 1 * ?' }
  const card = (paymentType: string) => cardPayment(channelOf(merchant), { paymentType, ...money })

  /** Each way to ask for a payment of a type; those with the types that it takes. */
  const ways: Readonly<
    Record<string, [types: readonly string[], (type: string) => [string, Form]]>
  > = {
    payment: [['PA', 'DB', 'CD'], (type) => ['POST /v1/payments', card(type)]],
    reference: [
      ['CP', 'RB', 'RV', 'RF'],
      (paymentType) => [
        `POST /v1/payments/${paid.id}`,
        ofChannel({ paymentType, ...(paymentType === 'RV' ? {} : money) }),
      ],
    ],
    'operation of the back office': [
      ['CP', 'RB', 'RV', 'RF'],
      (paymentType) => [
        `POST /admin/v1/payments/${paid.id}/operations`,
        { paymentType, ...money, reason: 'Sent back' },
      ],
    ],
    'payment with stored details': [
      ['PA', 'DB', 'CD'],
      (paymentType) => [
        `POST /v1/registrations/${paid.registrationId}/payments`,
        ofChannel({ paymentType, ...money }),
      ],
    ],
    checkout: [
      ['PA', 'DB', 'CD'],
      (paymentType) => ['POST /v1/checkouts', ofChannel({ paymentType, ...money })],
    ],
    'checkout with a brand of its own type': [
      ['CD'],
      (type) => [
        'POST /v1/checkouts',
        ofChannel({ paymentType: 'DB', ...money, 'overridePaymentType[VISA]': type }),
      ],
    ],
    schedule: [
      ['PA', 'DB', 'CD'],
      (paymentType) => [
        'POST /scheduling/v1/schedules',
        ofChannel({ paymentType, ...money, ...job, registrationId: paid.registrationId }),
      ],
    ],
    'schedule that is only tried': [
      ['DB', 'CD'],
      (paymentType) => [
        'POST /scheduling/v1/schedules',
        ofChannel({
          paymentType,
          ...money,
          ...job,
          registrationId: paid.registrationId,
          dryRun: 'true',
        }),
      ],
    ],
  }

  const cases = Object.entries(ways).flatMap(([way, [types, requestOf]]) =>
    types.map((type) => ({ way, type, requestOf })),
  )

  it.each(cases)('$way, $type: needs its scope, and no other', async ({ type, requestOf }) => {
    const scope = ['RF', 'RV', 'CD'].includes(type) ? 'refund' : 'pay'
    const [path, form] = requestOf(type)
    expect(await lackedBy(await tokenWith(...without(scope)), path, form)).toBe(scope)
    expect(await lackedBy(await tokenWith(scope), path, form)).toBeUndefined()
  })

  it('a hold that is raised by POST /v1/payments needs pay', async () => {
    const hold = await pay({ paymentType: 'PA' })
    const form = {
      ...ofChannel({ paymentType: 'PA', ...money, referenceUuid: hold.id }),
      'standingInstruction.source': 'MIT',
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.type': 'UNSCHEDULED',
      'standingInstruction.industryPractice': 'INCREMENTAL_AUTH',
    }
    const path = 'POST /v1/payments'
    expect(await lackedBy(await tokenWith('refund'), path, form)).toBe('pay')
    expect((await send(await tokenWith('pay'), path, form)).status).toBe(200)
  })

  it('what is there already counts by the type that it has', async () => {
    const registration = { registrationId: paid.registrationId }
    const plan = ofChannel({ paymentType: 'CD', ...money, ...job, ...registration })
    const planned = await send(merchant.accessToken, 'POST /scheduling/v1/schedules', plan)
    const credit = ofChannel({ paymentType: 'CD', ...money })
    const open = await send(merchant.accessToken, 'POST /v1/checkouts', credit)
    const schedule = `/scheduling/v1/schedules/${planned.body.id}`
    const changes: [string, Form][] = [
      [`POST /v1/checkouts/${open.body.id}`, ofChannel({ amount: '2.00', currency: 'EUR' })],
      [`POST ${schedule}/reschedule`, ofChannel({ amount: '2.00', currency: 'EUR' })],
      [`POST ${schedule}/pause`, {}],
      [`POST ${schedule}/resume`, {}],
      [`POST /admin/v1/subscriptions/${planned.body.id}/amount`, { amount: '2.00' }],
      [`POST /admin/v1/subscriptions/${planned.body.id}/retry`, {}],
      [`POST /admin/v1/schedules/${planned.body.id}/pause`, {}],
      [`POST ${schedule}/deschedule`, {}],
    ]
    for (const [path, form] of changes) {
      expect([path, await lackedBy(await tokenWith(...without('refund')), path, form)]).toEqual([
        path,
        'refund',
      ])
    }
  })
})

describe('the scopes of rights', () => {
  it('name read for the rights to read, and no other', () => {
    for (const [right, scopes] of Object.entries(SCOPES_OF_RIGHTS)) {
      const reads = /\.(read|export)$/.test(right)
      expect([right, scopes.includes('read')]).toEqual([right, reads])
    }
  })
})
