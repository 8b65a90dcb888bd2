import { expect, it } from 'vitest'
import { providerAnswer } from './provider-answer.ts'

const credential = { unknown: 'the key is refused', notAllowed: 'the key lacks a right' }
const answered = (status: number, body: string) =>
  providerAnswer({ kind: 'answered', status, body }, credential)

it.each([
  [200, '{"id":1}', { kind: 'object', object: { id: 1 } }],
  [422, '{"code":2}', { kind: 'refused', status: 422, object: { code: 2 } }],
  [302, '{}', { kind: 'refused', status: 302, object: {} }],
  [401, '{}', { kind: 'notSent', reason: 'the key is refused' }],
  [403, '{}', { kind: 'notSent', reason: 'the key lacks a right' }],
  [429, '', { kind: 'notSent', reason: 'too many requests' }],
  [500, '{"id":1}', { kind: 'lost', reason: 'answers 500 without a result' }],
  [200, '{"id":', { kind: 'lost', reason: 'answers 200 without a result' }],
  [404, '<p>', { kind: 'lost', reason: 'answers 404 without a result' }],
])('says of %i with %s what may have happened', (status, body, answer) => {
  expect(answered(status, body)).toEqual(answer)
})

it('passes on what never left, and what was lost', () => {
  const lost = { kind: 'lost', reason: 'no answer in time', isTimeout: true } as const
  expect(providerAnswer(lost, credential)).toBe(lost)
})
