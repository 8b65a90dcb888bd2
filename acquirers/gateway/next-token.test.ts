import { expect, it } from 'vitest'
import { createOutgoingClient } from '../../server/http/outgoing/client.ts'
import { RECEIVER_LIMITS } from './limits.ts'
import { answers, operation, payment, RECEIVER_ENTITY, startReceiver } from './receiver.fixture.ts'
import { createReceiverClient } from './receiver-client.ts'

const addresses = { returnUrl: 'https://pay.example.com/return' }

/** A client with two tokens, at a receiver that takes some. */
async function connectedWith(taken: { tokens: readonly string[] }) {
  const receiver = await startReceiver((response, sent) => {
    const token = sent.headers.authorization?.slice('Bearer '.length) ?? ''
    const isTaken = taken.tokens.includes(token)
    const answer = isTaken
      ? answers(200, payment('000.100.110'))
      : answers(403, { result: { code: '800.900.300' } })
    answer(response, sent)
  })
  const exchange = createOutgoingClient({
    environment: 'test',
    trustedOrigins: [receiver.url],
    limits: RECEIVER_LIMITS,
  })
  const access = { token: 'present-token', nextToken: 'next-token', entityId: RECEIVER_ENTITY }
  const client = createReceiverClient({ url: receiver.url, ...access }, exchange)
  const send = async () => (await client.send(operation(), addresses)).outcome.kind
  return { send, received: receiver.received }
}

it('uses the next token as soon as the present one is refused, and stays with it', async () => {
  const taken = { tokens: ['present-token'] }
  const { send, received } = await connectedWith(taken)
  expect(await send()).toBe('approved')
  taken.tokens = ['next-token']
  expect([await send(), await send()]).toEqual(['approved', 'approved'])
  expect(received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer present-token',
    'Bearer present-token',
    'Bearer next-token',
    'Bearer next-token',
  ])
})

it('sends nothing where both are refused', async () => {
  const { send, received } = await connectedWith({ tokens: [] })
  expect(await send()).toBe('notSent')
  expect(received).toHaveLength(2)
})
