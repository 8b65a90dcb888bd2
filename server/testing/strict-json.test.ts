import { describe, expect, it } from 'vitest'
import { readStrictForm, readStrictJson } from './strict-json.fixture.ts'

describe('the strict reader', () => {
  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":{"c":[{"d":1,"d":2}]}}',
    '{"a":{"b":1},"a" : 2}',
    '{"a":1,"\\u0061":2}',
    '[{"a\\"b":1,"a\\"b":2}]',
  ])('refuses %s', (text) => {
    expect(() => readStrictJson(text)).toThrow('is there twice')
  })

  it.each([
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":"{\\"b\\":1,\\"b\\":2}","b":"\\\\"}',
    '["a","a",[],{}]',
    '{"2":1,"1":1.50}',
    '7',
  ])('reads %s', (text) => {
    expect(readStrictJson(text)).toEqual(JSON.parse(text))
  })

  it('refuses what is no JSON', () => {
    expect(() => readStrictJson('{"a":1,}')).toThrow(SyntaxError)
  })

  it('refuses a parameter of a form that is there twice', () => {
    expect(readStrictForm('a=1&b=1')).toEqual({ a: '1', b: '1' })
    expect(() => readStrictForm('a=1&b=1&a=2')).toThrow('is there twice')
  })
})
