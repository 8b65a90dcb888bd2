import { describe, expect, it, vi } from 'vitest'
import { parseJsonBody } from './flat-body.ts'
import { jsonExcess } from './json-text.ts'

describe('a JSON text', () => {
  const items = (one: string, count: number) => `{"a":[${Array(count).fill(one).join(',')}]}`

  it.each(['1', 'null', '""', '{}', '[]', '"a,b,[{"', '"\\",\\\\"'])(
    'may have 20,000 values such as %s, not more',
    (one) => {
      expect(jsonExcess(items(one, 20_000))).toBeUndefined()
      expect(jsonExcess(items(one, 20_001))).toBe('tooMany')
    },
  )

  it('may nest sixteen levels, not more', () => {
    const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${']}'.repeat(depth / 2)}`
    expect(jsonExcess(nested(16))).toBeUndefined()
    expect(jsonExcess(nested(18))).toBe('tooDeep')
  })

  it.each(['', '"', '{"a', '{"a\\"', ']]]]', '\\'])(
    'that is not valid passes, because the parser refuses it: %s',
    (json) => {
      expect(jsonExcess(json)).toBeUndefined()
    },
  )
})

describe('a body of 1 MiB', () => {
  /** Each of them kept the parser busy for a third of a second, or the reader after it. */
  const costly: readonly [what: string, body: string, fault: RegExp][] = [
    ['empty objects', `{"a":[${'{},'.repeat(340_000)}{}]}`, /more than 20,000/],
    ['numbers', `{"a":[${'1,'.repeat(500_000)}1]}`, /more than 20,000/],
    ['names', `{${'"a":{},'.repeat(140_000)}"b":1}`, /more than 20,000/],
    ['brackets', `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, /deeper than 16/],
    [
      'nesting that is sent again',
      `{"a":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)},"a":1}`,
      /deeper than 16/,
    ],
    ['brackets that never close', '['.repeat(1_000_000), /deeper than 16/],
  ]

  it.each(costly)('that is made of %s is refused before it is parsed', (_what, body, fault) => {
    const parse = vi.spyOn(JSON, 'parse')
    try {
      expect(parseJsonBody(body)).toEqual({ fault: expect.stringMatching(fault) })
      expect(parse).not.toHaveBeenCalled()
    } finally {
      parse.mockRestore()
    }
  })

  it('is read only until the limit is exceeded', () => {
    let looked = 0
    const json = {
      length: 1_000_000,
      charCodeAt: (at: number) => {
        looked++
        return (at % 2 === 0 ? '1' : ',').charCodeAt(0)
      },
    }
    expect(jsonExcess(json as unknown as string)).toBe('tooMany')
    expect(looked).toBe(40_000)
  })
})
