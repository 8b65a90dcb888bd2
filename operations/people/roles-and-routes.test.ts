import { beforeAll, describe, expect, it } from 'vitest'
import { examplesOf } from '../../reference/openapi/examples.ts'
import { type Right, ROLES, type Role } from '../../server/entities/rights.ts'
import { hashToken, newAccessToken } from '../../server/kernel/ids.ts'
import { operationRequest } from '../../server/store/testing/sample-rows.ts'
import { routes } from '../../server/testing/all-features.fixture.ts'
import { cardPayment, type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  sendBare,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { addUser, type Browser, FAST, signedIn } from './people.fixture.ts'

/** Who may what: written out, so that no right changes its roles unseen. */
const MAY: Readonly<Record<Right, readonly Role[]>> = {
  'payments.read': ['owner', 'administrator', 'finance', 'support', 'reader'],
  'payments.move': ['owner', 'administrator', 'finance', 'support'],
  'payments.resolve': ['owner', 'administrator', 'finance'],
  'payments.approve': ['owner', 'administrator', 'finance'],
  'payments.export': ['owner', 'administrator', 'finance'],
  'customers.read': ['owner', 'administrator', 'finance', 'support', 'reader'],
  'customers.write': ['owner', 'administrator', 'support'],
  'notes.write': ['owner', 'administrator', 'finance', 'support'],
  'disputes.read': ['owner', 'administrator', 'finance', 'support', 'reader'],
  'disputes.answer': ['owner', 'administrator', 'finance', 'support'],
  'finance.read': ['owner', 'administrator', 'finance', 'reader'],
  'finance.write': ['owner', 'administrator', 'finance'],
  'webhooks.read': ['owner', 'administrator', 'support', 'reader'],
  'webhooks.write': ['owner', 'administrator'],
  'entities.read': ['owner', 'administrator', 'finance', 'support', 'reader'],
  'entities.write': ['owner', 'administrator'],
  'limits.write': ['owner'],
  'tokens.write': ['owner', 'administrator'],
  'tokens.administer': ['owner'],
  'people.write': ['owner'],
  'audit.read': ['owner', 'administrator'],
  'system.read': ['owner', 'administrator', 'finance', 'support', 'reader'],
}

const gateway = useTestGateway(FAST)
const browsers = new Map<Role, Browser>()
let foreignId: string
/** Ids of what the foreign merchant has, by the part of the path before them. */
const foreignObjects = new Map<string, string>()

beforeAll(async () => {
  const merchant = await addMerchant(gateway())
  for (const role of ROLES) {
    const user = await addUser(gateway(), { [merchant.id]: role })
    browsers.set(role, await signedIn(gateway(), user))
  }
  const foreign = await addMerchant(gateway())
  foreignId = foreign.id
  const form = cardPayment(channelOf(foreign), { createRegistration: 'true' })
  const token = foreign.accessToken
  const paid = await sendBare(gateway(), 'POST /v1/payments', { token, form })
  foreignObjects.set('payments', paid.body.id)
  foreignObjects.set('registrations', String(paid.body.registrationId))
  foreignObjects.set('users', (await addUser(gateway(), { [foreign.id]: 'owner' })).id)
  const administrator = newAccessToken()
  await gateway().store.commit([tokenOf(foreign.id, administrator, true)])
  const hook = { url: 'https://shop.example/webhook', entityId: foreign.id }
  const made = await sendBare(gateway(), 'POST /v1/webhooks', { token, form: hook })
  foreignObjects.set('webhooks', made.body.id)
  const invited = await sendBare(gateway(), 'POST /admin/v1/invitations', {
    token: administrator,
    form: { email: 'jill@shop.example', role: 'reader' },
  })
  foreignObjects.set('invitations', invited.body.id)
  const { store, clock } = gateway()
  const target = await store.read.payment(paid.body.id)
  if (target === undefined) throw new Error('The payment is there')
  const nowMs = clock.now()
  const row = operationRequest(target, { createdAtMs: nowMs, updatedAtMs: nowMs })
  await store.commit([{ kind: 'insertOperationRequest', row }])
  foreignObjects.set('requests', row.id)
  foreignObjects.set('entities', foreign.id)
  foreignObjects.set('tokens', hashToken(token))
})

type Listed = (typeof routes)[number]

/** Routes that need a right of a role. */
const guarded = routes.flatMap((route) => {
  if (route.access !== 'token' || route.right === undefined || route.right === 'signedIn') return []
  return [{ route, right: route.right, name: `${route.method.toUpperCase()} ${route.path}` }]
})

const cases = guarded.flatMap(({ route, right, name }) =>
  ROLES.map((role) => ({ route, name, role, isAllowed: MAY[right].includes(role) })),
)

/** Parameters that the operation of a route takes, from the examples of the document. */
function parametersOf({ operation }: Listed): Form {
  const examples = routes.flatMap((route) =>
    route.operation === operation && 'id' in route.docs ? examplesOf(route.docs, 'test') : [],
  )
  const { entityId: _entityId, ...parameters } = examples[0]?.parameters ?? {}
  return parameters
}

/** The status of an answer; a stream is not waited for. */
async function statusOf(role: Role, asked: Parameters<typeof answerOf>[1]): Promise<number> {
  return (await answerOf(role, asked)).status
}

async function answerOf(
  role: Role,
  {
    route,
    id,
    entityId,
  }: {
    readonly route: Listed
    readonly id: string
    readonly entityId?: string
  },
): Promise<{ readonly status: number; readonly result?: unknown }> {
  const named: Form = entityId === undefined ? {} : { entityId }
  const isPost = route.method === 'post'
  const form = new URLSearchParams({ ...(isPost && parametersOf(route)), ...named } as Record<
    string,
    string
  >)
  // The parameters of a file stand in the address.
  const hasForm = isPost && route.fileBody === undefined
  const query = hasForm ? '' : `?${form}`
  const ended = new AbortController()
  const response = await fetch(gateway().url + route.path.replace('{id}', id) + query, {
    method: route.method.toUpperCase(),
    headers: {
      origin: 'http://gateway.example',
      'x-tillgate-request': '1',
      cookie: browsers.get(role)?.cookie ?? '',
      ...(isPost && !hasForm ? { 'content-type': route.fileBody ?? '' } : {}),
    },
    signal: ended.signal,
    ...(isPost ? { body: hasForm ? form : 'a,b' } : {}),
  })
  const { status } = response
  // Only refusals are looked at.
  const { result } = status === 404 ? ((await response.json()) as { result: unknown }) : {}
  ended.abort()
  return { status, ...(result === undefined ? {} : { result }) }
}

const NO_ID = 'f'.repeat(32)

describe('on the own entity', () => {
  it.each(cases)('$role at $name: $isAllowed', async ({ route, role, isAllowed }) => {
    const status = await statusOf(role, { route, id: NO_ID })
    if (isAllowed) expect([200, 400, 404]).toContain(status)
    else expect(status).toBe(403)
  })
})

describe('on a foreign entity', () => {
  it.each(cases)('$role at $name gets nothing', async ({ route, role }) => {
    expect(await statusOf(role, { route, id: NO_ID, entityId: foreignId })).toBe(403)
  })
})

describe('of something foreign', () => {
  const named = cases.filter(({ route }) => route.path.includes('{id}'))
  it.each(named)('$role at $name sees nothing', async ({ route, role, isAllowed }) => {
    const [, kind = ''] = /\/(\w+)\/\{id\}/.exec(route.path) ?? []
    const id = foreignObjects.get(kind) ?? NO_ID
    expect(await statusOf(role, { route, id })).toBe(isAllowed ? 404 : 403)
  })

  it.each(named)('$role at $name hears what an unknown id is told', async ({ route, role }) => {
    const [, kind = ''] = /\/(\w+)\/\{id\}/.exec(route.path) ?? []
    const foreign = await answerOf(role, { route, id: foreignObjects.get(kind) ?? NO_ID })
    expect(foreign).toEqual(await answerOf(role, { route, id: NO_ID }))
  })
})

it('what was looked for is there', () => {
  for (const id of foreignObjects.values()) expect(id).toMatch(/^(?:[0-9a-f]{32}){1,2}$/)
})
