import { describe, expect, it } from 'vitest'
import english from '../../../../locales/backoffice/en.json'
import { routes } from '../../../../server/testing/all-features.fixture.ts'
import type { AdminAuditEntry } from '../../../audit/routes.ts'
import { actsOf } from './acts.ts'

function entry(sequence: number, result: string, more: Partial<AdminAuditEntry> = {}) {
  const request = 'POST /admin/v1/users/{id}/role'
  const known = { at: '', actor: 'owner@shop.example', action: 'people.write', request }
  return { ...known, subject: 'jane', sequence, result, ...more } as AdminAuditEntry
}

const shape = (entries: readonly AdminAuditEntry[]) =>
  actsOf(entries).map(({ sequence, ending }) => [sequence, ending])

describe('the acts of entries, newest first', () => {
  it('are what was asked with its result', () => {
    const entries = [entry(4, '800.900.301'), entry(3, 'asked'), entry(2, '000.000.100')]
    expect(shape([...entries, entry(1, 'asked')])).toEqual([
      [4, 'refused'],
      [2, 'done'],
    ])
  })

  it('of others that came between do not hide what has no result', () => {
    const other = { subject: 'max' }
    expect(
      shape([entry(3, '000.000.100', other), entry(2, 'asked'), entry(1, 'asked', other)]),
    ).toEqual([
      [3, 'done'],
      [2, 'asked'],
    ])
  })

  it('of commands are done or failed, in words', () => {
    const command = { actor: 'command (root)', request: 'tillgate settlement import' }
    const entries = [entry(4, 'failed', command), entry(3, 'asked', command)]
    expect(shape([...entries, entry(2, 'done', command), entry(1, 'asked', command)])).toEqual([
      [4, 'failed'],
      [2, 'done'],
    ])
  })

  it('that wait for a code, or were done by another request, are no failures', () => {
    expect(shape([entry(2, 'codeAsked'), entry(1, 'repeated')])).toEqual([
      [2, 'codeAsked'],
      [1, 'repeated'],
    ])
  })
})

const audited = routes.flatMap((route) => {
  const isAudited = 'right' in route && (route.method !== 'get' || route.audited === true)
  return isAudited && route.right !== undefined && route.path.startsWith('/admin/')
    ? [`${route.method.toUpperCase()} ${route.path}`]
    : []
})

it.each(audited)('%s has a text', (request) => {
  expect(Object.keys(english)).toContain(`act.${request}`)
})
