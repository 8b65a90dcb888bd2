import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { StoreError } from '../store/errors.ts'
import { OutageLog } from './outage-log.ts'

/** A logger that an outage log stands before, and its lines. */
function logger() {
  const lines: Record<string, unknown>[] = []
  const outages = new OutageLog()
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { log } = Fastify({ logger: { level: 'warn', stream, hooks: outages.hooks } })
  return { lines, outages, log }
}

const away = () => new StoreError('unavailable', 'The database cannot be reached: ECONNREFUSED')

it('a database that is away has one line without a stack, however much fails', () => {
  const { lines, log } = logger()
  for (let at = 0; at < 1_000; at += 1) {
    log.error({ err: away() }, 'due work could not be done; it is tried again')
    log.error({ id: 'a', err: new Error('behind it', { cause: away() }) }, 'request failed')
  }
  expect(lines).toMatchObject([
    {
      level: 50,
      lines: 1,
      reason: away().message,
      msg: expect.stringMatching(/^The database is away/),
    },
  ])
  expect(JSON.stringify(lines)).not.toContain('stack')
})

it('its return has one line, and the next outage is told at once', () => {
  const { lines, outages, log } = logger()
  log.error({ err: away() }, 'request failed')
  outages.back(log, 61_400)
  log.error({ err: away() }, 'request failed')
  expect(lines.map(({ msg, seconds }) => [msg, seconds])).toEqual([
    [expect.stringMatching(/is away/), undefined],
    ['The database is back', 61],
    [expect.stringMatching(/is away/), undefined],
  ])
})

it('everything else is logged as it is, with its stack', () => {
  const { lines, log } = logger()
  for (const err of [new Error('a bug'), new StoreError('broken', 'ended')]) {
    log.error({ err }, 'request failed')
  }
  log.warn('a setting')
  expect(lines.map(({ msg }) => msg)).toEqual(['request failed', 'request failed', 'a setting'])
  expect(JSON.stringify(lines[0])).toContain('"stack"')
})
