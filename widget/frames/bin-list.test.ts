import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BinAnswer } from '../../common/widget-wire.ts'
import { createBinList } from './bin-list.ts'
import { playNumberFrame } from './hostile-page.fixture.ts'
import { typedNumber } from './number-state.ts'

const CHECKOUT = 'CHECKOUT.uat01-vm-tx01'
const LISTED = { brands: ['CARTEBANCAIRE', 'VISA'], cardClass: 'CREDIT' } as const

let asked: string[]
let answers: Map<string, (answer: BinAnswer) => void>

beforeEach(() => {
  asked = []
  answers = new Map()
  vi.stubGlobal('fetch', (_path: string, { body }: { body: URLSearchParams }) => {
    const bin = body.get('bin') ?? ''
    asked.push(bin)
    return new Promise<Response>((resolve) => {
      answers.set(bin, (answer) => resolve(new Response(JSON.stringify(answer))))
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the list of the gateway in the number field', () => {
  it('is asked for the first six digits once, and never for more', async () => {
    const found = vi.fn()
    const find = createBinList(CHECKOUT, found)
    for (const digits of ['', '43600', '436000', '4360000', '43600000'])
      expect(find(digits)).toEqual({})
    answers.get('436000')?.(LISTED)
    await vi.waitFor(() => expect(found).toHaveBeenCalledOnce())
    for (const digits of ['436000', '43600000', '4360000001000005', '4360009999999999'])
      expect(find(digits)).toEqual(LISTED)
    expect(asked).toEqual(['436000'])
  })

  it('is not asked without a checkout', () => {
    createBinList('', () => {})('436000')
    expect(asked).toEqual([])
  })

  it('says nothing of digits that have come in the meantime', async () => {
    const found = vi.fn()
    const find = createBinList(CHECKOUT, found)
    find('43600000')
    find('42000000')
    answers.get('436000')?.(LISTED)
    await vi.waitFor(() => expect(found).toHaveBeenCalledOnce())
    expect(find('42000000')).toEqual({})
  })

  it('decides brands, class and as which brands a number is complete', () => {
    const number = typedNumber(['VISA', 'CARTEBANCAIRE', 'BCMC'], () => LISTED)
    number.take('4360000001000005', false)
    expect(number.state()).toMatchObject({
      ...LISTED,
      isListed: true,
      complete: ['VISA', 'CARTEBANCAIRE'],
      bin: '436000',
    })
  })

  it('is asked only when page or channel wants it', () => {
    for (const [usesBinList, isAsked] of [
      [false, undefined],
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      const frame = playNumberFrame({ usesBinList })
      if (isAsked !== undefined) frame.say({ kind: 'binList', isAsked })
      frame.enter('4360000001000005')
      const paths = frame.requests.map(({ path, body }) => [path, body])
      const wanted = usesBinList || isAsked === true
      expect(paths).toEqual(wanted ? [[`/v1/checkouts/${CHECKOUT}/bin`, 'bin=436000']] : [])
    }
  })
})
