import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  cardBrands,
  detectBrands,
  findBrands,
  mayBeBeginning,
  passesLuhn,
} from '../../common/brands.ts'
import { digitsOf } from '../../common/card-number.ts'
import type { FromFrame, NumberState } from '../../common/widget-wire.ts'
import { playNumberFrame } from './hostile-page.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const allNames = cardBrands.map(({ name }) => name)
const statesIn = (told: readonly FromFrame[]): readonly NumberState[] =>
  told.flatMap((message) => (message.kind === 'number' ? [message.state] : []))

/** Anything that frames understand, and what they understood before the table was theirs. */
const text = fc.string({ maxLength: 12 })
const texts = fc.dictionary(text, text, { maxKeys: 4 })
const numbers = fc.array(fc.integer({ min: -1, max: 40 }), { maxLength: 12 })
const table = fc.array(
  fc.record({
    name: fc.constantFrom(...allNames),
    ranges: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 3 }),
    lengths: numbers,
    gaps: numbers,
    luhn: fc.boolean(),
    coBadges: fc.subarray(allNames),
    partOf: fc.subarray(allNames),
  }),
  { maxLength: 4 },
)
const anyMessage = fc.oneof(
  fc.record({ kind: fc.constant('grouping'), grouped: fc.boolean() }),
  fc.record({ kind: fc.constant('binList'), isAsked: fc.boolean() }),
  fc.record({
    kind: fc.constant('numberRules'),
    numberFormatting: fc.boolean(),
    brands: fc.subarray(allNames),
    table,
  }),
  fc.record({ kind: fc.constantFrom('focus', 'codeRules', 'ready', 'number') }),
  fc.record({ kind: fc.constant('fault'), message: fc.option(text) }),
  fc.record({ kind: fc.constant('disabled'), disabled: fc.boolean() }),
  fc.record({
    kind: fc.constant('look'),
    look: fc.record({
      style: texts,
      placeholderStyle: texts,
      placeholder: text,
      label: text,
      lang: fc.constantFrom('en', 'de-AT'),
      colorScheme: fc.constantFrom('light', 'dark'),
    }),
  }),
)
const pageSteps = fc.array(fc.oneof(anyMessage, fc.constant('hello' as const)), { maxLength: 20 })

/** At the end the field can be edited, and shows what was typed. */
function playPage(frame: ReturnType<typeof playNumberFrame>, steps: readonly unknown[]): void {
  for (const step of steps) {
    if (step === 'hello') frame.hello()
    else frame.say(step)
  }
  frame.say({ kind: 'disabled', disabled: false })
}

/** The same facts: first six digits, length, and whether the check digit is right. */
function twinOf(number: string, tail: string): string {
  const start = number.slice(0, 6) + tail.slice(0, number.length - 7)
  const lasts = '0123456789'.split('').map((last) => start + last)
  const twin = lasts.find((each) => passesLuhn(each) === passesLuhn(number))
  if (twin === undefined) throw new Error('One of ten last digits passes, nine do not')
  return twin
}

const someNumber = fc
  .tuple(
    fc.constantFrom('4200', '4917', '4464', '5454', '3714', '6703', '6220', '9999', '4970', '6011'),
    fc.stringMatching(/^[0-9]{15}$/),
    fc.integer({ min: 8, max: 19 }),
    fc.boolean(),
  )
  .map(([prefix, rest, length, isRight]) => {
    const number = (prefix + rest).slice(0, length)
    const lasts = '0123456789'.split('').map((last) => number.slice(0, -1) + last)
    return isRight ? (lasts.find(passesLuhn) ?? number) : number
  })

describe('a page that sends the number frame any sequence of messages', () => {
  it('gets the same reports for two numbers with the same first six digits, length and completeness', () => {
    fc.assert(
      fc.property(
        someNumber,
        fc.stringMatching(/^[0-9]{13}$/),
        fc.option(fc.subarray(allNames), { nil: undefined }),
        pageSteps,
        pageSteps,
        (number, tail, brands, before, after) => {
          const play = (each: string) => {
            const frame = playNumberFrame({ brands })
            playPage(frame, before)
            frame.enter(each)
            playPage(frame, after)
            return frame
          }
          const first = play(number)
          const kept = digitsOf(first.shown())
          expect(play(twinOf(kept, tail)).told).toEqual(first.told)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('gets nothing but length, brands of the channel, completeness and six digits of a whole number', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{0,19}$/),
        fc.subarray(allNames),
        pageSteps,
        (number, brands, steps) => {
          const frame = playNumberFrame({ brands })
          for (const digit of number) frame.edit(frame.shown().length, frame.shown().length, digit)
          playPage(frame, steps)
          for (const state of statesIn(frame.told)) {
            const typed = number.slice(0, state.length)
            expect(state).toEqual({
              length: typed.length,
              empty: typed === '',
              brands: detectBrands(typed.length < 3 ? '' : typed, brands),
              complete: expect.any(Array),
              ...(typed.length >= 8 && { fitting: findBrands(typed.slice(0, 6)) }),
              ...(state.complete.length > 0 &&
                !mayBeBeginning(typed) && { bin: typed.slice(0, 6) }),
            })
            expect(brands).toEqual(expect.arrayContaining([...state.complete]))
          }
          const kinds = new Set(frame.told.map(({ kind }) => kind))
          expect(['ready', 'number', 'focus']).toEqual(expect.arrayContaining([...kinds]))
          expect(JSON.stringify(statesIn(frame.told))).not.toMatch(/[0-9]{7}/)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('changes neither the digits nor what was reported of them', () => {
    fc.assert(
      fc.property(someNumber, pageSteps, (number, steps) => {
        const frame = playNumberFrame()
        frame.enter(number)
        const digits = digitsOf(frame.shown())
        const [before] = statesIn(frame.told).slice(-1)
        playPage(frame, steps)
        expect(digitsOf(frame.shown())).toBe(digits)
        for (const state of statesIn(frame.told).slice(1)) expect(state).toEqual(before)
      }),
    )
  })
})

describe('the number frame', () => {
  it('does not let a table of the page with gaps that jump back read the number', () => {
    const number = '4539148803436467'
    const frame = playNumberFrame({ brands: ['VISA'] })
    frame.enter(number)
    const before = frame.told.length
    for (let at = 6; at < number.length; at++) {
      for (const numberFormatting of [true, false]) {
        const brand = {
          name: 'VISA',
          ranges: [[4, 4]],
          lengths: Array.from({ length: 40 }, (_, length) => length),
          // Repeats the digits in front of the jump: `valid` then says whether their sum is ten's.
          gaps: [at + 1, at, at + 1, at],
          codeLengths: [3],
          luhn: true,
          coBadges: [],
          partOf: [],
        }
        const rules = { numberFormatting, brands: ['VISA'], table: [brand] }
        frame.say({ kind: 'numberRules', ...rules })
        frame.say({ kind: 'grouping', grouped: true, ...rules })
      }
    }
    expect(frame.shown()).toBe('4539 1488 0343 6467')
    expect(frame.told.slice(before)).toEqual([])
  })

  it('reports as which brands a number is complete, by its own table', () => {
    const frame = playNumberFrame({ brands: ['VISA', 'MADA', 'AMEX'] })
    frame.enter('4464040000000003')
    expect(statesIn(frame.told).at(-1)).toMatchObject({
      brands: ['MADA', 'VISA'],
      complete: passesLuhn('4464040000000003') ? ['VISA', 'MADA'] : ['MADA'],
    })
  })

  it('undoes edits in the middle of the number and does them again, as edits of the shopper', () => {
    const frame = playNumberFrame()
    frame.enter('4200000000000000')
    frame.edit(2, 3, '', 'deleteContentBackward')
    frame.edit(2, 2, '9')
    frame.edit(3, 3, '8')
    const texts = ['4200 0000 0000 0000', '4200 0000 0000 000', '4290 0000 0000 0000']
    expect(frame.shown()).toBe('4298 0000 0000 0000 0')
    for (const text of texts.toReversed()) {
      frame.pressKeys('z')
      expect(frame.shown()).toBe(text)
    }
    expect(statesIn(frame.told).at(-1)).toMatchObject({ length: 16 })
    frame.pressKeys('y')
    frame.pressKeys('Z', { metaKey: true, shiftKey: true })
    expect(frame.shown()).toBe(texts[2])
    frame.edit(19, 19, '1')
    frame.pressKeys('y')
    expect(frame.shown()).toBe('4290 0000 0000 0000 1')
    for (let step = 0; step < 9; step++) frame.pressKeys('z')
    expect(frame.shown()).toBe('')
  })

  it('undoes nothing while it cannot be edited, and nothing after it was emptied', async () => {
    const frame = playNumberFrame()
    frame.enter('4200000000000000')
    frame.edit(0, 19, '', 'deleteContentBackward')
    frame.say({ kind: 'disabled', disabled: true })
    frame.pressKeys('z')
    expect(frame.shown()).toBe('')
    frame.say({ kind: 'disabled', disabled: false })
    frame.leavePage()
    for (const key of ['z', 'y']) frame.pressKeys(key)
    expect(frame.shown()).toBe('')
  })

  it('reports no digits that move to the front because an edit is undone', () => {
    const frame = playNumberFrame()
    frame.enter('4539148803436467')
    frame.edit(0, 19, '5454545454545454', 'insertFromPaste')
    frame.pressKeys('z')
    expect(frame.shown()).toBe('4539 1488 0343 6467')
    const last = statesIn(frame.told).at(-1)
    expect([last?.complete, last?.bin]).toEqual([expect.arrayContaining(['VISA']), undefined])
  })

  it('reports no digits that move to the front because others are deleted there', () => {
    const frame = playNumberFrame()
    frame.enter('4539148803436467')
    for (let left = 16; left > 1; left--) frame.edit(0, 1, '', 'deleteContentForward')
    frame.edit(1, 1, '12345678')
    const bins = new Set(statesIn(frame.told).map(({ bin }) => bin))
    expect([...bins]).toEqual([undefined, '453914'])
    frame.enter('')
    frame.enter('5454545454545454')
    expect(statesIn(frame.told).at(-1)?.bin).toBe('545454')
  })

  it('shows the last four digits while it cannot be edited, and keeps them all', () => {
    const frame = playNumberFrame()
    frame.enter('4539148803436467')
    frame.say({ kind: 'disabled', disabled: true })
    expect(frame.shown()).toBe('•••• 6467')
    frame.say({ kind: 'grouping', grouped: false })
    frame.say({ kind: 'disabled', disabled: true })
    expect(frame.shown()).toBe('•••• 6467')
    frame.say({ kind: 'disabled', disabled: false })
    expect(frame.shown()).toBe('4539148803436467')
  })

  it('shows nothing of an empty field that cannot be edited', () => {
    const frame = playNumberFrame()
    frame.say({ kind: 'disabled', disabled: true })
    expect(frame.shown()).toBe('')
  })

  it('groups the digits anew when the page asks, and keeps them all', () => {
    const frame = playNumberFrame()
    frame.enter('371449635398431')
    expect(frame.shown()).toBe('3714 496353 98431')
    frame.say({ kind: 'grouping', grouped: false })
    expect(frame.shown()).toBe('371449635398431')
    frame.say({ kind: 'grouping', grouped: true })
    expect(frame.shown()).toBe('3714 496353 98431')
  })

  it('reports at most 50 times a second, and the last state in the end', () => {
    const frame = playNumberFrame({ brands: ['VISA'] })
    for (let turn = 0; turn < 500; turn++) frame.hello()
    for (let turn = 0; turn < 100; turn++) {
      frame.enter('')
      frame.enter('4200000000000000')
    }
    expect(statesIn(frame.told)).toHaveLength(50)
    vi.advanceTimersByTime(1000)
    expect(statesIn(frame.told)).toHaveLength(51)
    expect(statesIn(frame.told).at(-1)).toMatchObject({ length: 16, complete: ['VISA'] })
  })

  it('reports a digit at once, however much the page has said that changes nothing', () => {
    const frame = playNumberFrame({ brands: ['VISA'] })
    for (let turn = 0; turn < 100; turn++) frame.say({ kind: 'fault', message: null })
    frame.enter('4200000000000000')
    expect(statesIn(frame.told).at(-1)).toMatchObject({ length: 16, complete: ['VISA'] })
  })

  const submitOf = (id: string, endpoint = 'payment') => ({
    kind: 'submit',
    path: `/v1/checkouts/${id}/${endpoint}`,
    fields: { a: 'b' },
    withCode: false,
  })

  it('pays the checkout of its document without asking', async () => {
    const frame = playNumberFrame({ checkoutId: 'OWN.uat01-vm-tx01' })
    frame.enter('4200000000000000')
    frame.say(submitOf('OWN.uat01-vm-tx01'))
    await vi.waitFor(() => expect(frame.told.at(-1)).toMatchObject({ kind: 'answer' }))
    expect(frame.requests).toEqual([
      {
        path: '/v1/checkouts/OWN.uat01-vm-tx01/payment',
        body: 'a=b&card.number=4200000000000000&pageOrigins=https%3A%2F%2Fshop.example',
      },
    ])
  })

  it('asks the gateway whether it may pay another one, and says for which it was opened', async () => {
    const entityId = 'c'.repeat(32)
    const opened = [
      ['OWN.uat01-vm-tx01', undefined],
      ['', entityId],
    ] as const
    for (const [checkoutId, named] of opened) {
      const frame = playNumberFrame({ checkoutId, mayPay: true, ...(named && { entityId: named }) })
      frame.enter('4200000000000000')
      for (const id of ['NEW.uat01-vm-tx01', 'NEWER.uat01-vm-tx01']) {
        const before = frame.told.length
        frame.say(submitOf(id, 'summary'))
        await vi.waitFor(() => expect(frame.told.slice(before).at(-1)?.kind).toBe('answer'))
      }
      const asked = (id: string, after: string) =>
        `/v1/checkouts/${id}.uat01-vm-tx01/summary/../frame?parent=https://shop.example&opened=${checkoutId}&entityId=${named ?? ''}&after=${after}`
      expect(frame.requests.map(({ path }) => path)).toEqual([
        asked('NEW', checkoutId),
        '/v1/checkouts/NEW.uat01-vm-tx01/summary',
        asked('NEWER', 'NEW.uat01-vm-tx01'),
        '/v1/checkouts/NEWER.uat01-vm-tx01/summary',
      ])
    }
  })

  it('sends no number to a checkout that the gateway does not let it pay', async () => {
    const frame = playNumberFrame({ checkoutId: 'OWN.uat01-vm-tx01' })
    frame.enter('4200000000000000')
    frame.say(submitOf('THIEF.uat01-vm-tx01'))
    const told = { kind: 'noAnswer', reason: 'refused' }
    await vi.waitFor(() => expect(frame.told.at(-1)).toEqual(told))
    expect(frame.requests.map(({ path }) => path)).toEqual([expect.stringContaining('/frame?')])
    expect(frame.requests[0]?.body).toBe('')
  })

  it('answers at once when the gateway cannot be asked about another checkout', async () => {
    const frame = playNumberFrame({ checkoutId: 'OWN.uat01-vm-tx01' })
    frame.enter('4200000000000000')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    frame.say(submitOf('NEXT.uat01-vm-tx01'))
    const told = { kind: 'noAnswer', reason: 'network' }
    await vi.waitFor(() => expect(frame.told.at(-1)).toEqual(told))
  })

  it('takes what was typed before its script ran, and an Enter before the page was there', () => {
    const early = { typed: '4200000000000000', isEnterPressed: true }
    const { shown, told } = playNumberFrame({ early })
    expect(shown()).toBe('4200 0000 0000 0000')
    expect(told.map(({ kind }) => kind)).toEqual(['ready', 'number', 'enter'])
    expect(statesIn(told)).toMatchObject([{ length: 16, empty: false }])
  })
})
