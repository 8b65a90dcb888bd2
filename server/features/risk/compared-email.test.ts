import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparedEmail } from './compared-email.ts'

describe('the compared spelling of an e-mail address', () => {
  it.each([
    ['jane@bad.example', 'jane@bad.example'],
    ['Jane@BAD.example', 'jane@bad.example'],
    ['jane@bad.example.', 'jane@bad.example'],
    ['jane@bad.example..', 'jane@bad.example'],
    ['jane@bad\u3002example', 'jane@bad.example'],
    ['ja\u200bne@bad.example', 'jane@bad.example'],
    ['jane@bad\u00ad.example', 'jane@bad.example'],
    ['\u202ejane@bad.example\u2066', 'jane@bad.example'],
    ['jane@bad.example\ufe0f', 'jane@bad.example'],
    ['\uff4aane\uff20bad.example', 'jane@bad.example'],
    ['jane @bad.example', 'jane+@bad.example'],
    ['jane+shop@bad.example', 'jane+shop@bad.example'],
    ['jane shop@bad.example', 'jane+shop@bad.example'],
    ['jane@xn--bcher-kva.example', 'jane@xn--bcher-kva.example'],
    ['jane@bücher.example', 'jane@xn--bcher-kva.example'],
    ['jane@bu\u0308cher.example', 'jane@xn--bcher-kva.example'],
    ['jane@BÜCHER.example', 'jane@xn--bcher-kva.example'],
    ['jose\u0301@bad.example', 'josé@bad.example'],
    ['Jane Jones <jane@bad.example>', 'jane@bad.example'],
    ['@Bad.example.', '@bad.example'],
    ['@bücher.example', '@xn--bcher-kva.example'],
    ['no address', 'no address'],
    ['jane@bad example', 'jane@bad example'],
  ])('of %j is %s', (text, compared) => {
    expect(comparedEmail(text)).toBe(compared)
  })

  it('is its own', () => {
    const text = fc.oneof(fc.emailAddress(), fc.string({ unit: 'grapheme' }), fc.string())
    fc.assert(
      fc.property(text, (email) => {
        const once = comparedEmail(email)
        expect(comparedEmail(once)).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })
})
