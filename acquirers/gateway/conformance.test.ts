import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import {
  shopperCard,
  startTestGateway,
  type TestGateway,
} from '../../server/testing/gateway.fixture.ts'
import type { Fault, Request, StartAcquirer } from '../conformance/acquirer.fixture.ts'
import { describeConformance } from '../conformance/conformance.suite.ts'
import { sumsOfFamily } from '../conformance/merchant.fixture.ts'
import { answers, type Behaviour, type Received, startReceiver } from './receiver.fixture.ts'

const REQUESTS = ['charge', 'capture', 'cancel', 'refund', 'increment'] as const

/** The requests of the connector by the type of payment that they make. */
const KINDS: Readonly<Record<string, Request>> = { CP: 'capture', RV: 'cancel', RF: 'refund' }

function kindOf({ method, form }: Received): Request | undefined {
  if (method !== 'POST') return undefined
  if (form.referenceUuid !== undefined) return 'increment'
  return KINDS[form.paymentType ?? ''] ?? 'charge'
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** The far gateway's answer, which carries out what it answers. */
type Ask = () => Promise<Answer>

const refusal = (status: number, code: string): Behaviour =>
  answers(status, { result: { code, description: 'said by the wire' } })

/** What becomes of a request: whether the far gateway gets it, and what is answered in its place. */
const FAULTS: Readonly<
  Record<Fault, (ask: Ask, response: ServerResponse, received: Received) => unknown>
> = {
  noConnection: (_ask, response) => response.destroy(),
  async doneWithoutAnswer(ask, response) {
    await ask()
    response.destroy()
  },
  async halfAnswer(ask, response) {
    const { text } = await ask()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(text.slice(0, text.length / 2))
  },
  async errorAfterAll(ask, response, received) {
    await ask()
    refusal(500, '999.999.999')(response, received)
  },
  errorNothingDone: (_ask, ...wire) => refusal(500, '999.999.999')(...wire),
  tooManyRequests: (_ask, ...wire) => refusal(429, '800.120.100')(...wire),
  keyInUse: (_ask, ...wire) => refusal(409, '800.600.100')(...wire),
  credentialRefused: (_ask, ...wire) => refusal(401, '800.900.300')(...wire),
}

async function ask(far: TestGateway, { method, path, headers, form }: Received): Promise<Answer> {
  const sent = { authorization: headers.authorization ?? '' }
  const key = headers['idempotency-key']
  const answer = await fetch(far.url + path, {
    method,
    headers: typeof key === 'string' ? { ...sent, 'idempotency-key': key } : sent,
    ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Another gateway with its simulator, and a wire to it on which requests go wrong. */
const start: StartAcquirer = async (clock) => {
  const far = await startTestGateway()
  onTestFinished(() => far.close())
  const planned: { readonly request: Request; readonly fault: Fault }[] = []
  const invalid: string[] = []
  const wire = await startReceiver(async (response, received) => {
    far.clock.advance(clock.now() - far.clock.now())
    const kind = kindOf(received)
    const asked = async () => {
      const answer = await ask(far, received)
      // What makes a payment there is answered with its id, also where it is declined.
      if (kind !== undefined && !('id' in JSON.parse(answer.text))) {
        invalid.push(JSON.stringify([received.path, received.form, answer]))
      }
      return answer
    }
    const [fault] = planned.filter(({ request }) => request === kind)
    if (fault === undefined) {
      const { status, text } = await asked()
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
      return
    }
    planned.splice(planned.indexOf(fault), 1)
    await FAULTS[fault.fault](asked, response, received)
  })
  const { entityId, accessToken } = far.demo
  return {
    account: {
      provider: 'gateway',
      merchantId: entityId,
      settings: { url: wire.url },
      credentials: { accessToken },
    },
    card: shopperCard['card.number'] ?? '',
    declined: { 'card.holder': '800.100.152' },
    fail: (request, fault) => void planned.push({ request, fault }),
    sums: async (name) => {
      const familyId = (await far.store.read.payment(name))?.familyId
      return familyId === undefined ? undefined : sumsOfFamily(far.store, familyId)
    },
    charged: async () => {
      const part = { offset: 0, limit: 1000, maxRows: 1000, counts: false }
      const { transactions } = await far.store.read.findTransactions(
        { entityIds: [entityId], paymentTypes: ['DB', 'CP'], onlyPayments: true },
        part,
      )
      return transactions.reduce(
        (sum, { row }) => sum + ('bookedMinor' in row ? row.bookedMinor : 0),
        0,
      )
    },
    invalid: () => invalid,
  }
}

describeConformance('another gateway', start, REQUESTS)
