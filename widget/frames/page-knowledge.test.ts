import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isWholeCardNumber, passesLuhn } from '../../common/brands.ts'
import { type PlayedFrame, playNumberFrame } from './hostile-page.fixture.ts'

// docs/design/page-knowledge.md, as a property over shoppers, pages and moments.

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const CHECKOUT = 'OWN.uat01-vm-tx01'

/** Whole numbers of 13 to 19 digits, and numbers whose beginnings are whole, too. */
const cardNumber = fc
  .tuple(
    fc.constantFrom(
      '4',
      '4539',
      '5454',
      '2221',
      '3714',
      '3600',
      '6703',
      '6220',
      '3528',
      '6011',
      '5018',
    ),
    fc.stringMatching(/^[0-9]{18}$/),
    fc.constantFrom(12, 13, 14, 15, 16, 17, 18, 19),
  )
  .map(([prefix, rest, length]) => withCheckDigit((prefix + rest).slice(0, length - 1)))
  .filter(isWholeCardNumber)

/** A number of 16 or 19 digits whose first 13 pass the check digit, which one of ten does by chance. */
const visaWithWholeBeginning = fc
  .tuple(fc.stringMatching(/^4[0-9]{11}$/), fc.stringMatching(/^[0-9]{5}$/), fc.boolean())
  .map(([start, end, isLong]) =>
    withCheckDigit(withCheckDigit(start) + end.slice(0, isLong ? 5 : 2)),
  )

function withCheckDigit(start: string): string {
  return [...'0123456789'].map((last) => start + last).find(passesLuhn) ?? start
}

const submit = fc.record({
  kind: fc.constant('submit'),
  path: fc
    .constantFrom('payment', 'summary', 'registration')
    .map((endpoint) => `/v1/checkouts/${CHECKOUT}/${endpoint}`),
  fields: fc.constant({ paymentBrand: 'VISA' }),
  withCode: fc.constant(false),
  length: fc.option(fc.integer({ min: 0, max: 19 }), { nil: undefined }),
})

const pageStep = fc.oneof(
  { weight: 5, arbitrary: submit.map((message) => (frame: PlayedFrame) => frame.say(message)) },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.record({ kind: fc.constant('disabled'), disabled: fc.boolean() }),
        fc.record({ kind: fc.constant('grouping'), grouped: fc.boolean() }),
        fc.constant({ kind: 'focus' }),
      )
      .map((message) => (frame: PlayedFrame) => frame.say(message)),
  },
  // The page takes the focus away, or says hello anew.
  { weight: 2, arbitrary: fc.constant((frame: PlayedFrame) => frame.focus(false)) },
  { weight: 1, arbitrary: fc.constant((frame: PlayedFrame) => frame.hello()) },
)

/** One key of the shopper: what the page does after it, and how long the shopper pauses. */
const moment = fc.record({
  page: fc.array(pageStep, { maxLength: 3 }),
  pauseMs: fc.constantFrom(0, 5, 300, 1_200),
  key: fc.constantFrom('digit', 'digit', 'digit', 'digit', 'digit', 'digit', 'last', 'rare'),
  isSwapped: fc.nat(20).map((drawn) => drawn === 0),
})

/** What an accomplice reads of the numbers that the gateway got: the first six and the last four. */
const answerOf = (path: string, body: string) => {
  const number = new URLSearchParams(body).get('card.number') ?? ''
  const card = { bin: number.slice(0, 6), last4Digits: number.slice(-4) }
  return path.endsWith('summary')
    ? ([200, { result: { code: '000.200.101' }, kept: { paymentBrand: 'VISA', card } }] as const)
    : ([400, { result: { code: '800.100.152' }, card }] as const)
}

const sentBy = (frame: PlayedFrame) => [
  ...new Set(frame.requests.map(({ body }) => new URLSearchParams(body).get('card.number') ?? '')),
]

it('is at most the first six digits and the last four of a number, whatever the page does while it is typed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(cardNumber, visaWithWholeBeginning),
      fc.array(moment, { minLength: 40, maxLength: 40 }),
      fc.boolean(),
      async (number, moments, isLooking) => {
        const open = () => playNumberFrame({ checkoutId: CHECKOUT, answer: answerOf })
        let frame = open()
        const known = new Set<number>()
        // Where in the number the digits of the field stand, and what the shopper types next.
        let places: readonly number[] = []
        let next = 0
        let heard = 0
        let sent = 0
        const listen = () => {
          for (const message of frame.told.slice(heard))
            if (message.kind === 'number' && message.state.bin) note(places.slice(0, 6))
          if (frame.requests.length > sent) note([...places.slice(0, 6), ...places.slice(-4)])
          heard = frame.told.length
          sent = frame.requests.length
        }
        const note = (told: readonly number[]) => {
          for (const place of told) known.add(place)
        }
        for (const { page, pauseMs, key, isSwapped } of moments) {
          if (isSwapped && !isLooking) {
            // The page puts another field in the place of this one: one who looks would begin anew.
            frame = open()
            places = []
            heard = 0
            sent = 0
          }
          const shown = frame.shown()
          const isRare = key === 'rare'
          frame.focus(true)
          if (isRare && isLooking && places.length > 0) {
            places = places.slice(0, -1)
            next = places.length
            frame.edit(shown.length - 1, shown.length, '', 'deleteContentBackward')
          } else if (isRare && next < number.length) {
            // The page holds the field up, or has the focus elsewhere: one who does not look types on.
            if (!isLooking) next++
          } else if (next === number.length) {
            if (key === 'last') frame.pressTab()
          } else {
            places = [...places, next]
            frame.edit(shown.length, shown.length, number[next] ?? '')
            next++
          }
          listen()
          for (const step of page) {
            step(frame)
            listen()
          }
          await vi.advanceTimersByTimeAsync(pauseMs)
          listen()
        }
        expect(known.size, [...known].join()).toBeLessThanOrEqual(10)
        for (const each of sentBy(frame)) expect(isWholeCardNumber(each), each).toBe(true)
        expect(JSON.stringify(frame.told)).not.toMatch(/[0-9]{7}/)
      },
    ),
    { numRuns: 60 },
  )
})

it('is no digit of what a field has got where the page took keys in the middle for a field of its own', () => {
  fc.assert(
    fc.property(
      cardNumber,
      fc.integer({ min: 1, max: 17 }),
      fc.integer({ min: 1, max: 6 }),
      (number, from, taken) => {
        fc.pre(from + taken < number.length && !isWholeCardNumber(number.slice(0, from)))
        const frame = playNumberFrame({ checkoutId: CHECKOUT, answer: answerOf })
        const type = (digits: string) => {
          for (const digit of digits) frame.edit(frame.shown().length, frame.shown().length, digit)
        }
        frame.focus(true)
        type(number.slice(0, from))
        frame.focus(false)
        frame.focus(true)
        type(number.slice(from + taken))
        expect(JSON.stringify(frame.told)).not.toContain('"bin"')
      },
    ),
    { numRuns: 200 },
  )
})

it('is nothing of 13 digits that may be the beginning of a longer number, until a key says that they are all', async () => {
  await fc.assert(
    fc.asyncProperty(visaWithWholeBeginning, submit, async (number, message) => {
      fc.pre(isWholeCardNumber(number.slice(0, 13)))
      const frame = playNumberFrame({ checkoutId: CHECKOUT, answer: answerOf })
      frame.focus(true)
      for (const digit of number.slice(0, 13))
        frame.edit(frame.shown().length, frame.shown().length, digit)
      const ask = async () => {
        frame.focus(false)
        frame.say({ ...message, length: 13 })
        await vi.advanceTimersByTimeAsync(10_000)
      }
      await ask()
      expect(frame.told.at(-1)).toEqual({ kind: 'noAnswer', reason: 'not whole' })
      expect(frame.requests).toEqual([])
      expect(JSON.stringify(frame.told)).not.toContain(number.slice(0, 6))
      frame.focus(true)
      frame.pressTab()
      await ask()
      expect(sentBy(frame)).toEqual([number.slice(0, 13)])
    }),
    { numRuns: 30 },
  )
})

it('is not what a shopper has typed of a number that is no card number yet', async () => {
  await fc.assert(
    fc.asyncProperty(
      cardNumber,
      fc.integer({ min: 1, max: 11 }),
      submit,
      async (number, length, message) => {
        const frame = playNumberFrame({ checkoutId: CHECKOUT, answer: answerOf })
        frame.enter(number.slice(0, length))
        frame.pressEnter()
        frame.say({ ...message, length })
        await vi.advanceTimersByTimeAsync(2_000)
        expect(frame.requests).toEqual([])
        expect(frame.told.at(-1)).toEqual({ kind: 'noAnswer', reason: 'not whole' })
      },
    ),
    { numRuns: 30 },
  )
})

it('is nothing of a number that is edited between the page’s submit and its sending', async () => {
  const frame = playNumberFrame({ checkoutId: CHECKOUT, answer: answerOf })
  frame.enter('4539148803436467')
  frame.focus(true)
  frame.say({
    kind: 'submit',
    path: `/v1/checkouts/${CHECKOUT}/payment`,
    fields: {},
    withCode: false,
  })
  await vi.advanceTimersByTimeAsync(900)
  frame.edit(18, 19, '', 'deleteContentBackward')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(frame.requests).toEqual([])
  expect(frame.told.at(-1)).toEqual({ kind: 'noAnswer', reason: 'not whole' })
})
