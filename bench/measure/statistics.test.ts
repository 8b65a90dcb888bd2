import { describe, expect, it } from 'vitest'
import { readAnswer } from '../load/connection.ts'
import { cpuSecondsIn } from './cpu.ts'
import { median, quantile, significant } from './statistics.ts'

describe('the figures of a benchmark', () => {
  it('take the middle, or the mean of two middles', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([])).toBeNaN()
  })

  it('take the value that a share of all stays below or at', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
    expect([0, 0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([1, 50, 99, 100])
    expect(quantile([7], 0.99)).toBe(7)
    expect(quantile([], 0.5)).toBeNaN()
  })

  it('are rounded to what they can say', () => {
    expect([significant(1234.5), significant(0.012345), significant(0)]).toEqual([1230, 0.0123, 0])
  })

  it('read processor time behind a program name with blanks and parentheses', () => {
    const stat = `7 (a (b) c) S 1 7 7 0 -1 4194560 9 0 0 0 150 25 0 0 20 0 11 0 99`
    expect(cpuSecondsIn(stat)).toBe(1.75)
  })
})

describe('the load generator', () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nconnection: keep-alive\r\n\r\nhello'

  it('waits until an answer is whole, wherever it was cut', () => {
    for (let end = 0; end < answer.length; end++) {
      expect(readAnswer(Buffer.from(answer.slice(0, end)))).toBeUndefined()
    }
    const { status, body } = readAnswer(Buffer.from(answer)) ?? {}
    expect([status, body?.toString()]).toEqual([200, 'hello'])
  })

  it('refuses an answer without a length rather than guessing its end', () => {
    const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'
    expect(() => readAnswer(Buffer.from(chunked))).toThrow('without a length')
  })
})
