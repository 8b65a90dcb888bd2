import { describe, expect, it } from 'vitest'
import { repeatedMember } from './json-text.ts'
import { MAX_BODY_BYTES } from './limits.ts'

describe('a member that an object has twice', () => {
  it.each([
    ['{"amount":"1.00","amount":"2.00"}', 'amount'],
    ['{"card":{"number":"1","number":"2"}}', 'card.number'],
    ['{"card":{"number":"1"},"card":{"cvv":"123"}}', 'card'],
    ['{"cart":{"items":[{"name":"a"},{"name":"b","name":"c"}]}}', 'cart.items.name'],
    ['{ "amount" \r\n\t: 1 , "\\u0061mount":2}', 'amount'],
    ['{"a":["b",{"c":1}],"a":1}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', ''],
  ])('%s: %s', (json, path) => {
    expect(() => JSON.parse(json)).not.toThrow()
    expect(repeatedMember(json)).toBe(path)
  })

  it.each([
    '{"a":{"name":1},"b":{"name":2},"name":3}',
    '{"a":"amount","b":"amount","amount":"b"}',
    '{"a":"say \\"a\\": yes","b":"\\\\","c":"{\\"a\\":1}"}',
    '{"list":["a","a",["a","a"]]}',
    '[{"a":1},{"a":1}]',
    '"a"',
    '{}',
  ])('is not in %s', (json) => {
    expect(() => JSON.parse(json)).not.toThrow()
    expect(repeatedMember(json)).toBeUndefined()
  })

  it('is found in the largest body at any position', () => {
    const members = Array.from({ length: 60_000 }, (_, at) => `"name${at}":"${at}"`)
    const body = `{${members.join(',')},"name7":1}`
    expect(body.length).toBeGreaterThan(MAX_BODY_BYTES)
    expect(repeatedMember(body)).toBe('name7')
    expect(repeatedMember(`{"x":"${'\\"'.repeat(500_000)}","y":1}`)).toBeUndefined()
  })
})
