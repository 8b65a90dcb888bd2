import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { BrowserStep } from '../../../../common/authentication-wire.ts'
import { securityHeaders } from '../../../http/answer.ts'
import { registerBodyParsers } from '../../../http/bodies.ts'
import { answerErrors } from '../../../http/errors.ts'
import { registerOpenRoutes } from '../../../http/register-routes.ts'
import { refuse } from '../../../results/refusal.ts'
import type {
  AuthenticationPage,
  BrowserAuthentication,
  SeenByBrowser,
} from '../authentication/browser-authentication.ts'
import { authenticationRoutes } from '../authentication/browser-routes.ts'
import { authenticationPageRoutes } from './routes.ts'

export const PAYMENT = { id: '8ac7a4a09b1f3c2a019b1f3c2a0b0001', token: 'aToken_of-this-payment' }
export const TRANSACTION_ID = '9c2f5f0a-3f3b-4a39-8c2e-1b0f6f5d4e21'

/** The routes of browsers over a service that answers as the test says, and keeps what it is asked. */
export interface BrowserPages {
  readonly url: string
  readonly clock: { nowMs: number }
  payment: AuthenticationPage
  step: BrowserStep
  readonly seen: SeenByBrowser[]
  readonly calls: string[]
  readonly results: unknown[]
}

const SCRIPT = 'void "</script><!--"'

const refusal = refuse('200.300.404', { status: 404 })

export async function startBrowserPages(
  script = SCRIPT,
): Promise<BrowserPages & { close(): Promise<void> }> {
  const pages = {
    url: '',
    clock: { nowMs: 1_790_000_000_000 },
    payment: { merchantName: 'Lark & Line', amount: { minor: 9200, currency: 'EUR' } },
    step: { step: 'wait', reason: 'result', askAgainMs: 500 },
    seen: [],
    calls: [],
    results: [],
  } as { -readonly [Name in keyof BrowserPages]: BrowserPages[Name] }
  const isPayment = (id: string, token: string) => id === PAYMENT.id && token === PAYMENT.token
  const authentication: BrowserAuthentication = {
    describe: async (id, token) => (isPayment(id, token) ? pages.payment : refusal),
    async next(id, token, seen) {
      if (!isPayment(id, token)) return refusal
      pages.seen.push(seen)
      return pages.step
    },
    async cancel(id, token) {
      if (!isPayment(id, token)) return refusal
      pages.calls.push('cancel')
      return pages.step
    },
    async methodDone(transactionId) {
      pages.calls.push(`method ${transactionId}`)
    },
    async receiveResult(transactionId, token, body) {
      pages.calls.push(`result ${transactionId} ${token}`)
      pages.results.push(body)
      return { messageType: 'Erro', errorCode: '101' }
    },
  }
  const clock = { now: () => pages.clock.nowMs }
  const parts = {
    authentications: authentication,
    authenticationScript: script,
    environment: 'test',
    clock,
  } as const
  const app = Fastify()
  securityHeaders(app, 'test')
  answerErrors(app, clock)
  registerBodyParsers(app)
  registerOpenRoutes(app, [...authenticationPageRoutes, ...authenticationRoutes], parts)
  await app.listen({ host: '127.0.0.1', port: 0 })
  pages.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return Object.assign(pages, { close: () => app.close() })
}

/** One set of routes for all tests of a file. */
export function useBrowserPages(): () => BrowserPages {
  let pages: Awaited<ReturnType<typeof startBrowserPages>> | undefined
  beforeAll(async () => {
    pages = await startBrowserPages()
  })
  afterAll(() => pages?.close())
  return () => {
    if (pages === undefined) throw new Error('The pages have not started')
    return pages
  }
}
