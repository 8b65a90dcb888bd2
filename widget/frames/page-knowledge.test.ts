import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isWholeCardNumber } from '../../common/card-number-rules.ts'
import { passesLuhn } from '../../common/luhn.ts'
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
        fc.constant({ kind: 'clear' }),
      )
      .map((message) => (frame: PlayedFrame) => frame.say(message)),
  },
  // The page takes the focus away, or says hello anew.
  { weight: 2, arbitrary: fc.constant((frame: PlayedFrame) => frame.focus(false)) },
  { weight: 1, arbitrary: fc.constant((frame: PlayedFrame) => frame.hello()) },
)

/** Between two keys of the shopper: what the page does, and how long the shopper pauses. */
const moment = fc.record({
  page: fc.array(pageStep, { maxLength: 3 }),
  pauseMs: fc.constantFrom(0, 5, 300, 1_200),
  isBackspace: fc.nat(9).map((drawn) => drawn === 0),
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
      async (number, moments) => {
        const frame = playNumberFrame({ checkoutId: CHECKOUT, answer: answerOf })
        for (const { page, pauseMs, isBackspace } of moments) {
          const shown = frame.shown()
          const typed = shown.replaceAll(/\D/g, '').length
          frame.focus(true)
          if (isBackspace && shown !== '') {
            frame.edit(shown.length - 1, shown.length, '', 'deleteContentBackward')
          } else if (typed < number.length) {
            frame.edit(shown.length, shown.length, number[typed] ?? '')
          }
          for (const step of page) step(frame)
          await vi.advanceTimersByTimeAsync(pauseMs)
        }
        frame.say({ kind: 'disabled', disabled: false })
        expect(knownDigits(frame, number)).toBeLessThanOrEqual(10)
        for (const sent of sentBy(frame)) expect(isWholeCardNumber(sent), sent).toBe(true)
        expect(JSON.stringify(frame.told)).not.toMatch(/[0-9]{7}/)
      },
    ),
    { numRuns: 300 },
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
    { numRuns: 50 },
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

/** How many digits of a number page and accomplice know together. */
function knownDigits(frame: PlayedFrame, number: string): number {
  const known = new Set<number>()
  for (const message of frame.told) {
    if (message.kind === 'number' && message.state.bin) for (let at = 0; at < 6; at++) known.add(at)
  }
  for (const sent of sentBy(frame)) {
    if (!number.startsWith(sent)) continue
    for (let at = 0; at < sent.length; at++) if (at < 6 || at >= sent.length - 4) known.add(at)
  }
  return known.size
}
