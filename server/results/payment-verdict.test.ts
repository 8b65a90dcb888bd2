import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { verdictOf } from '../../common/payment-verdict.ts'
import {
  allResultCodes,
  descriptionOf,
  httpStatusOf,
  isResultCode,
  type ResultGroup,
  resultGroupOf,
} from './catalogue.ts'

const verdicts: Partial<Record<ResultGroup, string>> = {
  success: 'accepted',
  success_review: 'accepted',
  pending: 'pending',
  pending_long: 'pending',
}

describe('what the widget makes of a result code', () => {
  it('is what the catalogue says of its group', () => {
    const wrong = allResultCodes().filter(
      ({ code, group }) => verdictOf(code) !== (verdicts[group] ?? 'declined'),
    )
    expect(wrong).toEqual([])
  })

  it('agrees with the status of the answer, by which the secured fields forget what was typed', () => {
    // A chargeback is never the answer to a submit.
    const wrong = allResultCodes().filter(
      ({ code, group }) =>
        group !== 'chargeback' && (httpStatusOf(code) === 200) !== (verdictOf(code) !== 'declined'),
    )
    expect(wrong).toEqual([])
  })
})

describe('a code that has left the catalogue (R-OLD-1)', () => {
  it('keeps its verdict, and the status of its answers', () => {
    const wrong = allResultCodes().flatMap(({ code, group }) => {
      if (group === 'chargeback') return []
      const former = `${code.slice(0, -2)}ZZ`
      expect(isResultCode(former)).toBe(false)
      const isPaid = verdictOf(former) !== 'declined'
      return (httpStatusOf(former) === 200) === isPaid ? [] : [former]
    })
    expect(wrong).toEqual([])
    expect(descriptionOf('800.100.999')).toBe('Result code 800.100.999 of an earlier version')
    expect(resultGroupOf('800.100.999')).toBe('reject_bank')
  })
})

it('every code that the sources name is in the catalogue', async () => {
  const unknown: string[] = []
  const folders = ['acquirers', 'server', 'sandbox', 'common']
  const listed = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  )
  const sources = listed.flat().filter((file) => /(?<!\.(test|fixture|suite))\.ts$/.test(file))
  expect(sources.length).toBeGreaterThan(500)
  for (const file of sources) {
    const text = await readFile(file, 'utf8')
    for (const [, code = ''] of text.matchAll(/'(\d{3}\.\d{3}\.\d{3})'/g)) {
      if (!isResultCode(code)) unknown.push(`${file}: ${code}`)
    }
  }
  expect(unknown).toEqual([])
})
