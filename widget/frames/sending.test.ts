import { expect, it } from 'vitest'
import { sendingRule } from './sending.ts'

const whole = (digits: string) => ({ digits, isWhole: true, isFinished: true })

it('sends a number that is whole and that the shopper has finished', () => {
  const faultOf = sendingRule()
  expect(faultOf({ ...whole('4539148803436467'), isWhole: false })).toBe('not whole')
  expect(faultOf({ ...whole('4539148803436467'), isFinished: false })).toBe('not whole')
  expect(faultOf(whole('4539148803436467'))).toBeUndefined()
})

it('sends no other number than the page knew the length of', () => {
  const faultOf = sendingRule()
  expect(faultOf({ ...whole('4539148803436467'), toldLength: 15 })).toBe('not whole')
  expect(faultOf({ ...whole('4539148803436467'), toldLength: 16 })).toBeUndefined()
})

it.each([
  ['a beginning', '4539148803436'],
  ['an end', '9148803436467'],
  ['a part from which digits were taken', '4539883436467'],
])('sends no number after %s of it, and none that is one of a sent one', (_what, part) => {
  const number = '4539148803436467'
  const [first, second] = [sendingRule(), sendingRule()]
  expect([first(whole(part)), first(whole(number))]).toEqual([undefined, 'shut'])
  expect([second(whole(number)), second(whole(part))]).toEqual([undefined, 'shut'])
})

it('sends one number again up to 20 times, three numbers, and then nothing more', () => {
  const faultOf = sendingRule()
  for (const digits of ['4539148803436467', '5454545454545454', '371449635398431'])
    expect(faultOf(whole(digits))).toBeUndefined()
  expect(faultOf(whole('4024007103939509'))).toBe('shut')
  for (let turn = 0; turn < 17; turn++) expect(faultOf(whole('371449635398431'))).toBeUndefined()
  expect(faultOf(whole('371449635398431'))).toBe('shut')
})
