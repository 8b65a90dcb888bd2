import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal, type Refusal } from '../../server/results/refusal.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { createPasswords, MIN_PASSWORD, passwordFault, randomPassword } from './passwords.ts'

const passwords = createPasswords({ cost: 4 })

describe('the hash of a password', () => {
  it('matches it and nothing else, and is another one each time', async () => {
    const [one, other] = [await passwords.hash('tea for 2'), await passwords.hash('tea for 2')]
    expect(one).not.toBe(other)
    expect(await passwords.matches('tea for 2', String(one))).toBe(true)
    expect(await passwords.matches('tea for 3', String(one))).toBe(false)
    expect(await passwords.matches('tea for 2', undefined)).toBe(false)
  })

  it('costs what OWASP asks for, unless it is told otherwise', async () => {
    expect(await createPasswords().hash('tea for 2')).toMatch(/^scrypt\$17\$/)
  })

  it('matches the same letters, however they are put together', async () => {
    const hash = String(await passwords.hash('cafe\u0301 au lait 1'))
    expect(await passwords.matches('caf\u00e9 au lait 1', hash)).toBe(true)
  })

  it('is made two at a time; behind twenty that wait, more are refused', async () => {
    const slow = createPasswords({ cost: 14 })
    const made = await Promise.all(Array.from({ length: 25 }, () => slow.hash('tea for 2')))
    expect(made.filter(isRefusal).map(({ status }) => status)).toEqual([503, 503, 503])
    expect(isRefusal(await slow.hash('tea for 2'))).toBe(false)
    // The password of an unknown user is hashed in the same way, and takes as long.
    const unknown = Array.from({ length: 25 }, () => slow.matches('tea for 2', undefined))
    const answers = await Promise.all(unknown)
    expect(answers.filter(isRefusal)).toHaveLength(3)
    expect(answers.filter((answer) => answer === false)).toHaveLength(22)
  })
})

describe('the queues of passwords', () => {
  it('let a known browser in soon, however many strangers wait', async () => {
    const slow = createPasswords({ cost: 12 })
    const done: string[] = []
    const note = (name: string) => (answer: boolean | Refusal) =>
      done.push(isRefusal(answer) ? `${name} refused` : name)
    const strangers = Array.from({ length: 30 }, () =>
      slow.matches('tea for 2', undefined).then(note('stranger')),
    )
    await Promise.all([...strangers, slow.matches('tea', undefined, 'known').then(note('known'))])
    const served = done.filter((name) => name !== 'stranger refused')
    expect(served).toHaveLength(23)
    // Two were under way, and at most two others begin before it ends.
    expect(served.indexOf('known')).toBeLessThan(5)
  })

  it('take turns: strangers go on where many known browsers wait', async () => {
    const slow = createPasswords({ cost: 12 })
    const done: string[] = []
    const known = Array.from({ length: 22 }, () =>
      slow.matches('tea', undefined, 'known').then(() => done.push('known')),
    )
    const stranger = slow.matches('tea', undefined).then(() => done.push('stranger'))
    await Promise.all([...known, stranger])
    expect(done.indexOf('stranger')).toBeLessThan(6)
  })
})

describe('a password that a person may choose', () => {
  it('is not one of the commonest, which all are long enough', () => {
    for (const common of COMMON_PASSWORDS) {
      expect(common.length).toBeGreaterThanOrEqual(MIN_PASSWORD)
      expect(common).toMatch(/\d/)
      expect(passwordFault(common.toUpperCase(), 'x@y')).toContain('tried first')
    }
  })

  it('is any other one of twelve characters with letters and digits', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 12, maxLength: 60 })
    fc.assert(
      fc.property(text, (tail) => {
        const fault = passwordFault(`Tq7 ${tail}`, 'jane@shop.example')
        expect(fault === undefined || /characters|name of/.test(fault)).toBe(true)
      }),
    )
  })

  it('may be a random one', () => {
    for (let count = 1; count <= 100; count++) {
      expect(passwordFault(randomPassword(), 'jane@shop.example')).toBeUndefined()
    }
    expect(randomPassword()).not.toBe(randomPassword())
  })
})
