import { expect, it } from 'vitest'
import { MAX_REPORTS_AT_ONCE, ReportPlaces } from './report-places.ts'

it('reports of few accounts are in memory at once, and one of each', async () => {
  const places = new ReportPlaces()
  const open: (() => void)[] = []
  const work = () => new Promise<string>((end) => open.push(() => end('done')))
  const accounts = Array.from({ length: MAX_REPORTS_AT_ONCE }, (_, at) => `account-${at}`)
  const running = accounts.map((account) => places.inPlace(account, work))
  expect(await places.inPlace('account-0', work)).toBeUndefined()
  expect(await places.inPlace('another', work)).toBeUndefined()
  for (const end of open) end()
  expect(await Promise.all(running)).toEqual(accounts.map(() => 'done'))
  await expect(places.inPlace('another', () => Promise.reject(new Error('lost')))).rejects.toThrow()
  expect(await places.inPlace('another', async () => 'done')).toBe('done')
})
