import { describe, expect, test } from 'vitest'
import { createGateway } from '../../server/app/app.ts'
import { defaultThrottling } from '../../server/kernel/settings/throttling-limits.ts'
import { openVault } from '../../server/kernel/vault/vault.ts'
import { EXAMPLE_ENTITY_ID } from '../../server/parameters/access.ts'
import { eventRoutes } from '../../server/payments/inbox/index.ts'
import { returnRoutes } from '../../server/payments/index.ts'
import { allResultCodes } from '../../server/results/catalogue.ts'
import {
  documentParts,
  featureSettings,
  routes,
  sandbox,
} from '../../server/testing/all-features.fixture.ts'
import { useTestGateway, type WireAnswer } from '../../server/testing/gateway.fixture.ts'
import { localeFiles } from '../../server/widget-host/locale-files.ts'
import { fileRoutes } from '../../server/widget-host/routes.ts'
import { openMemoryStore } from '../../simulation/memory-store/open-memory-store.ts'
import { type OpenApiDocument, openApiDocument } from '../openapi/document.ts'
import { requestExamples } from '../openapi/examples.ts'
import { schemaCheck } from '../openapi/schema-check.fixture.ts'

const gateway = useTestGateway()
const parts = documentParts('http://gateway.example', 'test')
const document = openApiDocument(parts)
const { faults } = schemaCheck(document.components.schemas)

/** The faults of an answer by what the document says of its route and status. */
function answerFaults(id: string, { status, body }: WireAnswer): readonly string[] {
  const route = parts.routes.find((one) => one.id === id)
  const operation = route && document.paths[route.path]?.[route.method]
  const response = operation?.responses[status]
  if (response === undefined) return [`${id} does not document ${status}`]
  const found = faults(body, response.content['application/json']?.schema ?? {})
  return found.map((fault) => `${id} ${status}${fault}: ${JSON.stringify(body)}`)
}

/** The parameters of an example, for the channel of the test. */
function example(id: string, name: string) {
  const found = requestExamples[id]?.find((one) => one.name === name)?.parameters ?? {}
  return found.entityId === EXAMPLE_ENTITY_ID
    ? { ...found, entityId: gateway().demo.entityId }
    : found
}

async function fetched(path: string, headers: Record<string, string> = {}) {
  // Without `accept-encoding: identity` Node's fetch asks for brotli and unpacks it by itself.
  return fetch(gateway().url + path, { headers: { 'accept-encoding': 'identity', ...headers } })
}

describe('the gateway', () => {
  test('registers every route once, and no other', async () => {
    const store = openMemoryStore()
    const clock = { now: () => 0 }
    const app = createGateway({
      ...featureSettings,
      sandbox,
      environment: 'test',
      baseUrl: 'http://gateway.example',
      nodeName: 'uat01-vm-tx01',
      store,
      vault: await openVault({ store, masterKey: Buffer.alloc(32), clock }),
      clock,
      browserCode: {
        widget: '',
        frames: { both: '', code: '', borrowing: '', details: '', font: '' },
        authenticationPage: '',
        fetched: {},
      },
      log: false,
      throttling: defaultThrottling,
    })
    await app.ready()
    const real = routesIn(app.printRoutes({ commonPrefix: false }))
    await app.close()
    await store.close()
    const all = [
      ...routes,
      ...returnRoutes,
      ...eventRoutes,
      ...fileRoutes([...localeFiles().values()]),
    ]
    const described = all.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(real.toSorted()).toEqual(described.toSorted())
  })
})

describe('the OpenAPI document and the answers of the gateway', () => {
  test('agree on payments', async () => {
    const { post, get } = gateway()
    for (const { name } of requestExamples.createPayment ?? []) {
      const paid = await post('/v1/payments', example('createPayment', name))
      expect(answerFaults('createPayment', paid)).toEqual([])
      expect(paid.status).toBe(name === 'decline' ? 400 : 200)
      const read = await get(`/v1/payments/${paid.body.id}`)
      expect(answerFaults('readPayment', read)).toEqual([])
    }
    const held = await post('/v1/payments', example('createPayment', 'preauthorisation'))
    const raised = await post(
      `/v1/payments/${held.body.id}`,
      example('referToPayment', 'increment'),
    )
    const captured = await post(
      `/v1/payments/${held.body.id}`,
      example('referToPayment', 'capture'),
    )
    const released = await post(
      `/v1/payments/${held.body.id}`,
      example('referToPayment', 'reversal'),
    )
    const refunded = await post(
      `/v1/payments/${captured.body.id}`,
      example('referToPayment', 'refund'),
    )
    for (const answer of [raised, captured, released, refunded]) {
      expect(answer.status).toBe(200)
      expect(answerFaults('referToPayment', answer)).toEqual([])
    }
  })

  test('agree on checkouts', async () => {
    const { post, get, url, demo } = gateway()
    const created = await post('/v1/checkouts', example('createCheckout', 'checkout'))
    expect(created.status).toBe(200)
    expect(answerFaults('createCheckout', created)).toEqual([])
    const { id } = created.body
    const updated = await post(`/v1/checkouts/${id}`, example('updateCheckout', 'amount'))
    expect(updated.status).toBe(200)
    expect(answerFaults('updateCheckout', updated)).toEqual([])
    const unpaid = await get(`/v1/checkouts/${id}/payment`)
    expect(answerFaults('readCheckoutPayment', unpaid)).toEqual([])
    const paid = await post(`/v1/checkouts/${id}/payment`, example('submitCheckout', 'card'))
    expect(paid.status).toBe(200)
    expect(answerFaults('submitCheckout', paid)).toEqual([])
    const status = await get(`/v1/checkouts/${id}/payment`)
    expect(status.body).toMatchObject({ amount: '84.00' })
    expect(answerFaults('readCheckoutPayment', status)).toEqual([])
    const other = await post('/v1/checkouts', example('createCheckout', 'checkout'))
    const headers = { authorization: `Bearer ${demo.accessToken}` }
    const response = await fetch(`${url}/v1/checkouts/${other.body.id}`, {
      method: 'DELETE',
      headers,
    })
    const deleted = {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    }
    expect(deleted.status).toBe(200)
    expect(answerFaults('deleteCheckout', deleted)).toEqual([])
  })

  test('agree on a checkout that only stores payment details', async () => {
    const { post, get } = gateway()
    const created = await post('/v1/checkouts', example('createCheckout', 'storing'))
    expect(answerFaults('createCheckout', created)).toEqual([])
    const path = `/v1/checkouts/${created.body.id}/registration`
    const before = await get(path)
    expect(answerFaults('readCheckoutRegistration', before)).toEqual([])
    const stored = await post(path, example('submitRegistration', 'card'))
    expect(stored.status).toBe(200)
    expect(answerFaults('submitRegistration', stored)).toEqual([])
    expect(answerFaults('readCheckoutRegistration', await get(path))).toEqual([])
  })

  test('agree on registrations', async () => {
    const { post, get, url, demo } = gateway()
    for (const { name } of requestExamples.storePaymentDetails ?? []) {
      const stored = await post('/v1/registrations', example('storePaymentDetails', name))
      expect(stored.status).toBe(200)
      expect(answerFaults('storePaymentDetails', stored)).toEqual([])
      const path = `/v1/registrations/${stored.body.id}`
      const paid = await post(`${path}/payments`, example('payWithRegistration', 'subscription'))
      expect(paid.status).toBe(200)
      expect(answerFaults('payWithRegistration', paid)).toEqual([])
      const extended = await post(`${path}/extendlife`, example('extendRegistration', 'longer'))
      expect(extended.status).toBe(200)
      expect(answerFaults('extendRegistration', extended)).toEqual([])
      expect(answerFaults('readRegistration', await get(path))).toEqual([])
      const headers = { authorization: `Bearer ${demo.accessToken}` }
      const response = await fetch(url + path, { method: 'DELETE', headers })
      const { status } = response
      expect(status).toBe(200)
      const deleted = { status, headers: response.headers, body: await response.json() }
      expect(answerFaults('deleteRegistration', deleted)).toEqual([])
    }
  })

  test('agree on risk checks and queries', async () => {
    const { post, get } = gateway()
    const checked = await post('/v1/risk', example('checkRisk', 'card'))
    expect(checked.status).toBe(200)
    expect(answerFaults('checkRisk', checked)).toEqual([])
    expect(answerFaults('readRisk', await get(`/v1/risk/${checked.body.id}`))).toEqual([])
    const paid = await post('/v1/payments', example('createPayment', 'preauthorisation'))
    const byReference = '?merchantTransactionId=order-2041'
    const linked = '?includeLinkedTransactions=true'
    const asked = [
      ['queryPayment', `/v1/query/${paid.body.id}${linked}`],
      ['queryPaymentRecord', `/v3/query/${paid.body.id}`],
      ['queryPayments', `/v1/query${byReference}`],
      ['queryPaymentRecords', `/v3/query${byReference}&pageNo=1`],
    ] as const
    for (const [id, path] of asked) {
      const found = await get(path)
      expect([id, found.status]).toEqual([id, 200])
      expect(answerFaults(id, found)).toEqual([])
    }
  })

  test('agree on webhooks', async () => {
    const { post, get, url, demo } = gateway()
    const sent = { ...example('createWebhook', 'encrypted'), entityId: demo.entityId }
    const made = await post('/v1/webhooks', sent)
    const path = `/v1/webhooks/${made.body.id}`
    const steps = [
      ['createWebhook', made],
      ['listWebhooks', await get(`/v1/webhooks?entityId=${demo.entityId}`)],
      ['readWebhook', await get(path)],
      ['changeWebhook', await post(path, example('changeWebhook', 'types'))],
      ['testWebhook', await post(`${path}/test`, {})],
      ['listDeliveries', await get(`${path}/deliveries`)],
      ['replayDeliveries', await post(`${path}/replay`, example('replayDeliveries', 'day'))],
      ['rotateWebhookSecret', await post(`${path}/rotate`, example('rotateWebhookSecret', 'week'))],
    ] as const
    for (const [id, answer] of steps) {
      expect([id, answer.status]).toEqual([id, 200])
      expect(answerFaults(id, answer)).toEqual([])
    }
    const headers = { authorization: `Bearer ${demo.accessToken}` }
    const response = await fetch(url + path, { method: 'DELETE', headers })
    const { status } = response
    expect(status).toBe(200)
    const deleted = { status, headers: response.headers, body: await response.json() }
    expect(answerFaults('deleteWebhook', deleted)).toEqual([])
  })

  test('agree on the routes of the test environment', async () => {
    const { post, get } = gateway()
    const moved = await post('/test/clock', example('advanceTestClock', 'month'))
    expect(moved.status).toBe(200)
    expect(answerFaults('advanceTestClock', moved)).toEqual([])
    expect(answerFaults('readTestClock', await get('/test/clock'))).toEqual([])
    const made = await post('/test/wallet-tokens', example('createWalletToken', 'token'))
    expect(made.status).toBe(200)
    expect(answerFaults('createWalletToken', made)).toEqual([])
  })

  test('agree on refusals', async () => {
    const { post, get } = gateway()
    const nobody = { authorization: '' }
    const nothing = '0'.repeat(32)
    const refused: readonly (readonly [string, number, WireAnswer])[] = [
      ['createPayment', 400, await post('/v1/payments', { amount: 'ten', 'card.nmber': '1' })],
      ['createPayment', 401, await post('/v1/payments', {}, nobody)],
      ['createPayment', 403, await post('/v1/payments', { entityId: nothing })],
      ['createPayment', 415, await post('/v1/payments', {}, { 'content-type': 'text/xml' })],
      ['createPayment', 413, await post('/v1/payments', { amount: '1'.repeat(1_100_000) })],
      ['referToPayment', 404, await post(`/v1/payments/${nothing}`, { paymentType: 'RV' })],
      ['readPayment', 404, await get(`/v1/payments/${nothing}`)],
      ['readCheckoutPayment', 404, await get(`/v1/checkouts/${nothing}/payment`)],
      ['submitCheckout', 404, await post(`/v1/checkouts/${nothing}/payment`, {})],
      ['updateCheckout', 404, await post(`/v1/checkouts/${nothing}`, {})],
    ]
    for (const [id, status, answer] of refused) {
      expect([id, answer.status]).toEqual([id, status])
      expect(answerFaults(id, answer)).toEqual([])
    }
  })

  test('agree on health and on the catalogue', async () => {
    const { get } = gateway()
    expect(answerFaults('readHealth', await get('/healthz'))).toEqual([])
    expect(answerFaults('readReadiness', await get('/readyz'))).toEqual([])
    expect(answerFaults('listResultCodes', await get('/v1/resultcodes'))).toEqual([])
  })
})

/** `GET /a/{id}` for the lines of Fastify's tree, languages as one; HEAD goes with GET. */
function routesIn(tree: string): string[] {
  const path: string[] = []
  const routes = tree.split('\n').flatMap((line) => {
    const [, indent = '', segment, methods] =
      /^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?/.exec(line) ?? []
    if (segment === undefined) return []
    const depth = indent.length / 4
    path.splice(depth, path.length, segment)
    // The tree leaves out the slash before a wildcard.
    const address = path
      .join('')
      .replaceAll(/:(\w+)/g, '{$1}')
      .replace(/(?<!\/)\*$/, '/*')
    const own = (methods ?? '').split(', ').filter((method) => method !== '' && method !== 'HEAD')
    return own.map((method) => `${method} ${address}`)
  })
  return routes
}

describe('GET /v1/resultcodes', () => {
  test('shows every code without a token, with its description and group', async () => {
    const response = await fetched('/v1/resultcodes')
    const body = await response.json()
    expect(response.status).toBe(200)
    expect(body.resultCodes).toEqual(allResultCodes())
    expect(body.resultCodes[0]).toEqual({
      code: '000.000.000',
      description: 'Request successfully processed: payment approved',
      group: 'success',
    })
    expect(body.result).toMatchObject({ code: '000.000.100' })
    expect(body.ndc).toMatch(/^[0-9a-f]{32}$/)
  })

  test('has another ndc for each request, also in compressed form', async () => {
    const headers = { 'accept-encoding': 'br' }
    const [one, other] = await Promise.all([
      fetched('/v1/resultcodes', headers),
      fetched('/v1/resultcodes', headers),
    ])
    expect(one.headers.get('content-encoding')).toBe('br')
    const bodies = [await one.json(), await other.json()]
    expect(bodies[0].resultCodes).toEqual(allResultCodes())
    expect(bodies[0].ndc).not.toBe(bodies[1].ndc)
  })
})

describe.each([
  '/v1/resultcodes',
  '/v1/openapi.json',
  '/docs',
  '/docs/result-codes',
  '/docs/operations/payments',
  '/docs/search.json',
])('%s', (path) => {
  test('may be cached, and is answered with 304 when the client has it', async () => {
    const first = await fetched(path)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    expect(first.headers.get('vary')).toBe('accept-encoding')
    for (const known of [etag, `"another", ${etag}`, '*', etag.replace('W/', '')]) {
      const again = await fetched(path, { 'if-none-match': known })
      expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
      expect(again.headers.get('etag')).toBe(etag)
    }
    const changed = await fetched(path, { 'if-none-match': '"another"' })
    expect(changed.status).toBe(200)
  })
})

describe('GET /v1/openapi.json', () => {
  test('is readable without a token and from any origin', async () => {
    const response = await fetched('/v1/openapi.json')
    const served = (await response.json()) as OpenApiDocument
    expect(served).toEqual(JSON.parse(JSON.stringify(document)))
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('GET /docs/{page}/{part}', () => {
  test('refuses a page that is not there', async () => {
    const { status, body } = await gateway().get('/docs/operations/nothing')
    expect(status).toBe(404)
    expect(body.result).toMatchObject({ code: '200.300.404' })
  })
})

describe('an address below /docs that leads to no page', () => {
  const ask = (path: string, accept: string) =>
    fetch(`${gateway().url}${path}`, { headers: { accept } })

  test('is answered to a browser with a page that offers what was perhaps meant', async () => {
    const answer = await ask('/docs/webhoks', 'text/html,*/*;q=0.8')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    const page = await answer.text()
    expect(page).toContain('There is no such page')
    expect(page).toMatch(/href="\/docs\/[a-z/-]*webhooks"/)
    expect(page).toContain('href="/docs"')
  })

  test('is a page however deep the address is', async () => {
    const answer = await ask('/docs/guides/webhooks/verify', 'text/html')
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('There is no such page'),
    ])
  })

  test('is not one that has a slash too many', async () => {
    for (const path of ['/docs/', '/docs/guides/webhooks/', '/docs//guides/webhooks']) {
      expect([path, (await ask(path, 'text/html')).status]).toEqual([path, 200])
    }
  })

  test('is answered to a program as any other error, and repeats nothing of the address to a browser', async () => {
    const answer = await ask('/docs/guides', 'application/json')
    expect([answer.status, (await answer.json()).result.code]).toEqual([404, '200.300.404'])
    const hostile = await ask('/docs/%3Cscript%3Ealert(1)%3C%2Fscript%3E', 'text/html')
    expect(await hostile.text()).not.toContain('alert(1)')
  })
})
