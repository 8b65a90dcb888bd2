import { describe, expect, it } from 'vitest'
import { startTestGateway, useTestGateway } from '../../testing/gateway.fixture.ts'

const gateway = useTestGateway()

async function linesFor(query: Record<string, string>): Promise<readonly string[]> {
  const named = new URLSearchParams({ entityId: gateway().demo.entityId, ...query })
  const answer = await fetch(`${gateway().url}/test/widget-advice?${named}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const { lines } = (await answer.json()) as { readonly lines: readonly string[] }
  return lines
}

describe('the advice that the widget asks for', () => {
  it('covers brands, options and the form of a page of any origin', async () => {
    const query = { brands: 'VISA, VSIA', options: 'locale stile', forms: '0' }
    expect(await linesFor(query)).toEqual([
      'There is no <form class="paymentWidgets"> on this page: no card form is shown. Browsers drop a form that is written inside another one.',
      'data-brands: VSIA is not a brand. Did you mean VISA?',
      'wpwlOptions.stile is not an option. Did you mean style?',
    ])
  })

  it('takes an empty name of checkout and channel for none', async () => {
    const [line] = await linesFor({ checkoutId: '', entityId: '', brands: 'VISA' })
    expect(line).toContain('names neither a checkout nor its channel')
  })

  it('is empty when nothing is asked', async () => {
    expect(await linesFor({})).toEqual([])
  })

  it('covers at most a hundred words, and shows no card number', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `NONE${index}`).join(' ')
    expect(await linesFor({ brands: many })).toHaveLength(100)
    const [line] = await linesFor({ brands: '4200000000000000' })
    expect(line).toContain('420000***0000')
  })

  it('does not exist in live', async () => {
    const live = await startTestGateway({ environment: 'live' })
    const { status } = await live.get('/test/widget-advice')
    await live.close()
    expect(status).toBe(404)
  })
})
