import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type Behaviour,
  payment,
  RECEIVER_ENTITY,
  startReceiver,
} from '../../acquirers/gateway/receiver.fixture.ts'
import { cardPayment, startTestGateway } from '../testing/gateway.fixture.ts'

const json: (status: number, body: object) => Behaviour = (status, body) => (response) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** A rehearsal whose receiver says that it is this, and approves with this code. */
async function rehearsal(environment: string | undefined, code: string) {
  const receiver = await startReceiver((response, received) => {
    if (received.path === '/healthz') {
      const result = { code: '000.000.100' }
      return json(200, { result, environment })(response, received)
    }
    if (received.method === 'GET') return json(200, { payments: [] })(response, received)
    return json(200, payment(code))(response, received)
  })
  const logged: string[] = []
  const gateway = await startTestGateway({
    environment: 'live',
    rehearses: true,
    receiver: { url: receiver.url, token: 'a-token-of-the-receiver', entityId: RECEIVER_ENTITY },
    onLogLine: (line) => void logged.push(line),
  })
  onTestFinished(() => gateway.close())
  const charged = () => receiver.received.filter(({ method }) => method === 'POST')
  return { gateway, charged, logged, pay: () => payOn(gateway) }
}

const payOn = (gateway: Awaited<ReturnType<typeof startTestGateway>>) =>
  gateway.post('/v1/payments', cardPayment(gateway.demo.entityId))

describe('a rehearsal of live', () => {
  it('pays at a test system, with its code of success', async () => {
    const { gateway, charged, pay } = await rehearsal('test', '000.100.110')
    const { status, body } = await pay()
    expect([status, body.result.code]).toEqual([200, '000.100.112'])
    expect(charged()).toHaveLength(1)
    expect((await gateway.get('/healthz')).body).toMatchObject({
      environment: 'test',
      rehearsal: true,
    })
  })

  it.each(['live', undefined])('sends nothing to a server that says it is %s', async (said) => {
    const { charged, logged, pay } = await rehearsal(said, '000.100.110')
    const { body } = await pay()
    expect(body.result.code).toBe('900.100.600')
    expect(charged()).toEqual([])
    expect(logged.join()).toContain('has not said that it is a test system')
  })

  it.each(['000.000.000', '000.600.000'])(
    'takes %s of a test system for no success, and alarms',
    async (code) => {
      const { logged, pay } = await rehearsal('test', code)
      const { body } = await pay()
      expect(body.result.code).toBe('600.200.701')
      expect(logged.join()).toContain('real money may have moved')
    },
  )

  it('refuses to simulate: it has the routes and rules of live', async () => {
    const { gateway } = await rehearsal('test', '000.100.110')
    const form = { ...cardPayment(gateway.demo.entityId), testMode: 'INTERNAL' }
    const { body } = await gateway.post('/v1/payments', form)
    expect(body.result.code).toBe('600.200.701')
  })
})
