import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { merchantWithCard, monthly } from '../../server/features/schedules/subscriber.fixture.ts'
import {
  cardPayment,
  type Form,
  shopperCard,
  startTestGateway,
  type TestGateway,
} from '../../server/testing/test-gateway.fixture.ts'

/** One thing that somebody does at a gateway. */
export interface Scenario {
  /** What is done, in words. */
  readonly says: string
  /** Does it for the second time: the first time loads and fills what is kept. */
  run(gateway: TestGateway, traced: (work: () => Promise<unknown>) => Promise<void>): Promise<void>
}

/** Longer than a walk: only what the request itself causes is traced. */
const NO_DUE_WORK_MS = 3_600_000

/** An enrolled card whose issuer is satisfied without asking. */
const FRICTIONLESS = '4200000000000026'

const BROWSER: Form = {
  'customer.givenName': 'Jane',
  'customer.surname': 'Jones',
  'customer.browser.language': 'en',
  'customer.browser.challengeWindow': '4',
  'customer.browser.screenHeight': '900',
  'customer.browser.screenWidth': '1440',
  'customer.browser.screenColorDepth': '24',
  'customer.browser.timezone': '0',
  'customer.browser.javaEnabled': 'false',
  'customer.browser.acceptHeader': 'text/html',
  'customer.browser.userAgent': 'Example',
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  payment: {
    says: 'a card payment of a merchant’s server: POST /v1/payments',
    async run(gateway, traced) {
      const pay = () => succeeded(gateway.post('/v1/payments', payment(gateway)))
      await pay()
      await traced(pay)
    },
  },
  submit: {
    says: 'a submit of the widget, authenticated without a challenge',
    async run(gateway, traced) {
      const submit = async () => {
        const { body } = await gateway.post('/v1/checkouts', {
          entityId: gateway.demo.entityId,
          amount: '92.00',
          currency: 'EUR',
          paymentType: 'DB',
        })
        const form = { ...shopperCard, ...BROWSER, 'card.number': FRICTIONLESS }
        const shopperResultUrl = 'https://shop.example/result'
        return () =>
          succeeded(gateway.post(`/v1/checkouts/${body.id}/payment`, { ...form, shopperResultUrl }))
      }
      await (await submit())()
      await traced(await submit())
    },
  },
  webhook: {
    says: 'a card payment, until a webhook has heard of it',
    async run(gateway, traced) {
      const receiver = await startReceiver()
      const tested = receiver.next()
      await gateway.post('/v1/webhooks', {
        entityId: gateway.demo.entityId,
        url: receiver.url,
        types: 'PAYMENT',
      })
      await tested
      const payAndHear = async () => {
        const heard = receiver.next()
        await succeeded(gateway.post('/v1/payments', payment(gateway)))
        await heard
      }
      await payAndHear()
      await traced(payAndHear)
      receiver.close()
    },
  },
  schedule: {
    says: 'a run of a schedule, after its clock was moved to it',
    async run(gateway, traced) {
      const merchant = await merchantWithCard(gateway)
      await merchant.subscribe(monthly)
      const nextMonth = async () => {
        await merchant.advance({ advance: 'P1M' })
      }
      await nextMonth()
      await traced(nextMonth)
      if ((await merchant.payments()).length !== 2) throw new Error('The schedule has not paid')
    },
  },
}

const payment = (gateway: TestGateway) => cardPayment(gateway.demo.entityId)

type Answer = Awaited<ReturnType<TestGateway['post']>>

async function succeeded(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer
}

async function startReceiver() {
  let hear = () => {}
  const server = createServer((_, response) => {
    response.end()
    hear()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    next: () =>
      new Promise<void>((resolve) => {
        hear = resolve
      }),
    close: () => server.close(),
  }
}

/** Starts a gateway, does what the scenario says, and ends it. */
export async function run(name: string, traced: (work: () => Promise<unknown>) => Promise<void>) {
  const gateway = await startTestGateway({ callsMerchants: true, dueWorkEveryMs: NO_DUE_WORK_MS })
  try {
    await SCENARIOS[name]?.run(gateway, traced)
  } finally {
    await gateway.close()
  }
}
