import { describe, expect, it } from 'vitest'
import { type Bytes, send, useKeyedGateway, written } from './keyed-gateway.fixture.ts'

useKeyedGateway()

describe('an answer that shows a secret', () => {
  it('is stored sealed, and repeated byte for byte', async () => {
    const answers: Bytes[] = []
    const form = { url: 'https://shop.example/webhooks' }
    const { rows } = await written(async () => {
      answers.push(await send('/v1/webhooks', form, 'a-webhook'))
      answers.push(await send('/v1/webhooks', form, 'a-webhook'))
    })
    const [first, again] = answers
    expect(again).toMatchObject({ text: first?.text, replayed: 'true' })
    const { secret } = JSON.parse(first?.text ?? '') as { readonly secret: string }
    expect(secret).toMatch(/^whsec_/)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})
