import { describe, expect, it } from 'vitest'
import { type Bytes, send, useKeyedGateway, written } from './keyed-gateway.fixture.ts'

useKeyedGateway()

describe('an answer that shows a secret', () => {
  it('is repeated without the secret, which is nowhere in what is stored', async () => {
    const answers: Bytes[] = []
    const form = { url: 'https://shop.example/webhooks', format: 'encrypted' }
    const { rows } = await written(async () => {
      answers.push(await send('/v1/webhooks', form, 'a-webhook'))
      answers.push(await send('/v1/webhooks', form, 'a-webhook'))
    })
    const [first, again] = answers.map(({ text }) => JSON.parse(text))
    const { secret, encryptionKey, ...others } = first
    expect([secret, encryptionKey]).toEqual([
      expect.stringMatching(/^whsec_/),
      expect.stringMatching(/^[0-9A-Fa-f]{64}$/),
    ])
    expect(again).toEqual({ ...others, alreadyShown: ['secret', 'encryptionKey'] })
    expect(answers[1]?.replayed).toBe('true')
    expect(rows).toHaveLength(1)
    for (const text of [secret, encryptionKey]) expect(JSON.stringify(rows)).not.toContain(text)
  })
})
