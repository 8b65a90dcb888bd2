import { seededPaymentId } from '../million/seeded-ids.ts'
import type { Connection, RawAnswer } from './connection.ts'
import type { LoadOrder } from './order.ts'
import {
  browserPaymentForm,
  cardPaymentForm,
  checkoutForm,
  formPost,
  get,
  type Target,
  WIDGET_FORM,
} from './requests.ts'

/** One unit of load on one connection. Throws `WrongAnswer` for anything but success. */
export type Scenario = (connection: Connection) => Promise<void>

/** An answer that the benchmark does not accept. Holds no request: those carry card numbers. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer'

  constructor(step: string, { status, body }: RawAnswer) {
    super(`${step}: ${status} ${body.toString('utf8').slice(0, 300)}`)
  }
}

/** Payments that are made beforehand for `read` to find. */
const PAYMENTS_TO_READ = 1000

/** Makes a scenario, with whatever must be in the store before it can begin. */
export async function prepareScenario(
  { scenario, target, serverPid, seededPayments }: LoadOrder,
  connections: readonly Connection[],
): Promise<Scenario> {
  switch (scenario) {
    case 'pay':
      return async (each) => {
        await pay(each, target)
      }
    case 'payFromBrowser':
      return (each) => payFromBrowser(each, target)
    case 'authenticate':
      return (each) => payAuthenticated(each, target)
    case 'read':
      return reading(
        target,
        seededPayments === undefined
          ? inTurn(await madePayments(serverPid, target, connections))
          : () => seededPaymentId(1 + Math.floor(Math.random() * seededPayments)),
      )
    case 'checkout':
      return (each) => checkoutRoad(each, target)
  }
}

const PAID = Buffer.from('"000.100.110"')
const CREATED = Buffer.from('"000.200.100"')

function accept(step: string, answer: RawAnswer, code: Buffer): void {
  const isSuccess = answer.status >= 200 && answer.status < 300
  if (!isSuccess || !answer.body.includes(code)) throw new WrongAnswer(step, answer)
}

async function pay(connection: Connection, target: Target): Promise<Buffer> {
  const request = formPost(target, '/v1/payments', cardPaymentForm(target), target.token)
  const answer = await connection.request(request)
  accept('POST /v1/payments', answer, PAID)
  return answer.body
}

const AUTHENTICATED = Buffer.from('"threeDSecure"')

/** The request of `authenticate` with a card that is not enrolled: all that differs is the authentication. */
async function payFromBrowser(connection: Connection, target: Target): Promise<void> {
  const form = browserPaymentForm(target, { isEnrolled: false })
  const answer = await connection.request(formPost(target, '/v1/payments', form, target.token))
  accept('POST /v1/payments from a browser', answer, PAID)
}

async function payAuthenticated(connection: Connection, target: Target): Promise<void> {
  const form = browserPaymentForm(target, { isEnrolled: true })
  const answer = await connection.request(formPost(target, '/v1/payments', form, target.token))
  accept('POST /v1/payments with 3-D Secure', answer, PAID)
  accept('POST /v1/payments with 3-D Secure', answer, AUTHENTICATED)
}

const madeIds = new Map<number, readonly string[]>()

/** Made once for each server, by all connections together. */
async function madePayments(
  serverPid: number,
  target: Target,
  connections: readonly Connection[],
): Promise<readonly string[]> {
  const made = madeIds.get(serverPid)
  if (made !== undefined) return made
  const ids: string[] = []
  const makeOnes = async (connection: Connection) => {
    while (ids.length < PAYMENTS_TO_READ) ids.push(idOf(await pay(connection, target)))
  }
  await Promise.all(connections.map(makeOnes))
  madeIds.set(serverPid, ids)
  return ids
}

function inTurn(ids: readonly string[]): () => string {
  let next = 0
  return () => {
    next = (next + 1) % ids.length
    return ids[next] ?? ''
  }
}

function reading(target: Target, nextId: () => string): Scenario {
  const query = `?entityId=${target.entityId}`
  return async (connection) => {
    const request = get(target, `/v1/payments/${nextId()}${query}`, target.token)
    accept('GET /v1/payments/{id}', await connection.request(request), PAID)
  }
}

/** Shop opens a checkout, widget pays it, shop reads the outcome. */
async function checkoutRoad(connection: Connection, target: Target): Promise<void> {
  const opening = formPost(target, '/v1/checkouts', checkoutForm(target), target.token)
  const opened = await connection.request(opening)
  accept('POST /v1/checkouts', opened, CREATED)
  const path = `/v1/checkouts/${idOf(opened.body)}/payment`

  const submitted = await connection.request(formPost(target, path, WIDGET_FORM))
  accept('POST /v1/checkouts/{id}/payment', submitted, PAID)

  const query = `?entityId=${target.entityId}`
  const status = await connection.request(get(target, path + query, target.token))
  accept('GET /v1/checkouts/{id}/payment', status, PAID)
}

const ID_KEY = Buffer.from('"id":"')

function idOf(body: Buffer): string {
  const start = body.indexOf(ID_KEY) + ID_KEY.length
  return body.toString('latin1', start, body.indexOf('"', start))
}
