import { expect, it } from 'vitest'
import type { ConnectorOutcome } from '../../server/payments/connectors/connector.ts'
import { remote } from '../../server/payments/payments.fixture.ts'
import { operation } from '../gateway/receiver.fixture.ts'
import { createPageConnector } from './page-connector.ts'

const methodCall = {
  origin: 'iframe#hidden',
  waitUntil: 'iframe#onload',
  description: 'Hidden iframe post for 3D Secure 2.0',
  method: 'POST',
  url: 'https://issuer.example/method',
  parameters: [],
} as const
const atReceiver = {
  url: 'https://receiver.example/v1/threeDSecure/execute',
  parameters: [{ name: 'id', value: 'there' }],
}
const pageOf = (paymentId: string) => ({
  url: 'https://pay.example.com/v1/threeDSecure/execute',
  parameters: [{ name: 'id', value: paymentId }],
})
const pending = { kind: 'pending', code: '000.200.000', expiresAfterMs: 1 } as const

const sentBy = (outcome: ConnectorOutcome) =>
  createPageConnector(remote({ send: async () => outcome }), pageOf).send(operation())

it('an authentication of a connector is shown by the page of the gateway', async () => {
  const authenticationRedirect = { ...atReceiver, preconditions: [methodCall] }
  expect(await sentBy({ ...pending, authenticationRedirect })).toEqual({
    ...pending,
    redirect: { ...pageOf(operation().paymentId), preconditions: [methodCall] },
    authenticationRedirect,
  })
})

it('every other outcome stays as it is', async () => {
  const outcomes = [
    { ...pending, redirect: { url: 'https://bank.example/', parameters: [] } },
    pending,
    { kind: 'approved' },
    { kind: 'unknown' },
  ] as const
  for (const outcome of outcomes) expect(await sentBy(outcome)).toBe(outcome)
})
