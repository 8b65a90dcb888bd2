import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askDetail, type Detail } from './details-handover.ts'
import { runExpiryFrame } from './expiry-frame.ts'
import { runHolderFrame } from './holder-frame.ts'
import { PLAYED_INSTANCE, playFrame } from './hostile-page.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-06-15T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Not all timers: one of another test in this process may be set again and again. */
const LONGER_THAN_ANY_WAIT_MS = 60_000

/** What the number frame gets when it asks a frame; undefined if that was silent. */
async function handedOver(field: Detail): Promise<string | undefined> {
  const answer = askDetail(field, PLAYED_INSTANCE).ask()
  await vi.advanceTimersByTimeAsync(LONGER_THAN_ANY_WAIT_MS)
  return answer
}

const anyMessage = fc.oneof(
  fc.record({ kind: fc.constantFrom('focus', 'ready', 'detail', 'codeWanted', 'enter') }),
  fc.record({ kind: fc.constant('grouping'), grouped: fc.boolean() }),
  fc.record({ kind: fc.constant('fault'), message: fc.option(fc.string()) }),
  fc.record({ kind: fc.constant('disabled'), disabled: fc.boolean() }),
  fc.record({
    kind: fc.constant('codeRules'),
    lengths: fc.constant([3]),
    required: fc.boolean(),
    mask: fc.boolean(),
  }),
  fc.anything(),
)
const pageSteps = fc.array(fc.oneof(anyMessage, fc.constant('hello' as const)), { maxLength: 15 })

/** All that the page hears while the shopper types a text and the page does what it likes. */
function heardOf(run: Parameters<typeof playFrame>[0], text: string, steps: readonly unknown[]) {
  const frame = playFrame(run)
  frame.enter(text)
  for (const step of steps) {
    if (step === 'hello') frame.hello()
    else frame.say(step)
  }
  return frame.told
}

describe('the frame of the expiry date', () => {
  it('tells the page how long the text is and what is wrong with it', () => {
    const frame = playFrame(runExpiryFrame)
    const last = () => frame.told.at(-1)
    expect(last()).toMatchObject({ kind: 'detail', empty: true, fault: { text: 'expiryEmpty' } })
    frame.enter('1')
    expect(last()).toMatchObject({ length: 1, fault: { text: 'expiryIncomplete' } })
    frame.enter('05 / 30')
    expect(last()).toMatchObject({ length: 7, fault: { text: 'expiryPast' } })
    frame.enter('06 / 30')
    expect(last()).toEqual({ kind: 'detail', empty: false, length: 7, fault: null })
  })

  it.each([
    ['0534', '05 / 34'],
    ['5/34', '05 / 34'],
    ['05/2034', '05 / 34'],
    ['2034-05', '05 / 34'],
    ['122034', '12 / 34'],
  ])('takes %s, pasted or filled in by the browser, as %s', async (text, shown) => {
    const frame = playFrame(runExpiryFrame)
    frame.enter(text)
    expect(frame.shown()).toBe(shown)
    const [month, year] = shown.split(' / ')
    expect(await handedOver('card.expiry')).toBe(`${month}20${year}`)
  })

  it('hands an incomplete date over as none', async () => {
    playFrame(runExpiryFrame).enter('05 /')
    expect(await handedOver('card.expiry')).toBe('')
  })

  it('tells the page the same of two good dates, whatever the page says', () => {
    const months = fc.integer({ min: 1, max: 12 })
    const years = fc.integer({ min: 31, max: 55 })
    const dates = fc.tuple(months, years).map(([month, year]) => `${month}/${year}`)
    const example = fc.tuple(dates, dates, pageSteps)
    fc.assert(
      fc.property(example, ([one, other, steps]) => {
        expect(heardOf(runExpiryFrame, one, steps)).toEqual(heardOf(runExpiryFrame, other, steps))
      }),
    )
  })

  it('forgets the date when it was paid with, and shows dots in its place', async () => {
    const frame = playFrame(runExpiryFrame)
    frame.enter('0534')
    const asker = askDetail('card.expiry', PLAYED_INSTANCE)
    const answer = asker.ask()
    await vi.advanceTimersByTimeAsync(LONGER_THAN_ANY_WAIT_MS)
    expect(await answer).toBe('052034')
    asker.spend()
    expect(frame.shown()).toBe('•• / ••')
    expect(await handedOver('card.expiry')).toBe('')
  })
})

describe('the frame of the card holder', () => {
  it('tells the page how long the name is and what is wrong with it', () => {
    const frame = playFrame(runHolderFrame)
    const last = () => frame.told.at(-1)
    expect(last()).toEqual({ kind: 'detail', empty: true, length: 0, fault: null })
    frame.enter('Jo')
    expect(last()).toMatchObject({ length: 2, fault: { text: 'cardHolderShort' } })
    frame.enter('4200 0000 0000 0000')
    expect(last()).toMatchObject({ fault: { text: 'cardHolderDigits' } })
    frame.enter('Jane Jones')
    expect(last()).toEqual({ kind: 'detail', empty: false, length: 10, fault: null })
  })

  it('says whether it must be filled in', () => {
    const frame = playFrame(runHolderFrame)
    for (const required of [true, false]) {
      frame.say({ kind: 'codeRules', lengths: [3], required, mask: false })
      expect(frame.attribute('aria-required')).toBe(`${required}`)
    }
  })

  it('hands the name over without blanks around it', async () => {
    playFrame(runHolderFrame).enter('  Jane Jones ')
    expect(await handedOver('card.holder')).toBe('Jane Jones')
  })

  it('tells the page the same of two names of one length, whatever the page says', () => {
    const names = fc.string({ minLength: 5, maxLength: 5, unit: fc.constantFrom(...'abcxyzÄß') })
    fc.assert(
      fc.property(names, names, pageSteps, (one, other, steps) => {
        expect(heardOf(runHolderFrame, one, steps)).toEqual(heardOf(runHolderFrame, other, steps))
      }),
    )
  })

  it('forgets the name when it was paid with, and shows dots in its place', async () => {
    const frame = playFrame(runHolderFrame)
    frame.enter('Jane')
    const asker = askDetail('card.holder', PLAYED_INSTANCE)
    void asker.ask()
    asker.spend()
    expect(frame.shown()).toBe('••••')
  })
})

describe('the handover of holder and date', () => {
  it('gives a value to who asks for this field of this form only', async () => {
    playFrame(runHolderFrame).enter('Jane Jones')
    expect(await handedOver('card.expiry')).toBeUndefined()
    const other = askDetail('card.holder', 'b'.repeat(32)).ask()
    await vi.advanceTimersByTimeAsync(LONGER_THAN_ANY_WAIT_MS)
    expect(await other).toBeUndefined()
  })

  it('does not take what cannot be a date', async () => {
    playFrame(runHolderFrame)
    const channel = new BroadcastChannel(`tillgate-${PLAYED_INSTANCE}`)
    channel.onmessage = ({ data }) => {
      channel.postMessage({ ...data, tillgate: 'code', code: '5/34&card.number=4' })
    }
    expect(await handedOver('card.expiry')).toBeUndefined()
  })
})
