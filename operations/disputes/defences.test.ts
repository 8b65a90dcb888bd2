import { describe, expect, it } from 'vitest'
import type { Defence } from '../../server/payments/connectors/index.ts'
import { contestRefusal, namesDefence, needlessWord, typeRefusal } from './defences.ts'

const PDF = ['application/pdf']
const delivered: Defence = {
  reason: 'Delivered',
  takesUntyped: false,
  documents: [
    { type: 'Invoice', need: 'required', mediaTypes: PDF },
    { type: 'Signature', need: 'alternative', mediaTypes: PDF },
    { type: 'Tracking', need: 'alternative', mediaTypes: PDF },
    { type: 'Terms', need: 'optional', mediaTypes: PDF },
  ],
}
const general: Defence = { reason: 'General', takesUntyped: true, documents: [] }

const document = (type: string | null, mediaType = 'application/pdf') => ({
  name: `${type}.pdf`,
  mediaType,
  type,
})

/** Why it is refused, in words; `undefined`: it is not. */
function refusalOf(defence: string | null, types: readonly (string | null)[], from = [delivered]) {
  const refused = contestRefusal(from, { defence, documents: types.map((one) => document(one)) })
  const { parameterErrors, description } = refused ?? {}
  return parameterErrors?.[0]?.message ?? description
}

describe('a dispute is contested', () => {
  it.each([
    [['Invoice', 'Signature']],
    [['Invoice', 'Tracking']],
    [['Invoice', 'Signature', 'Tracking', 'Terms']],
  ])('with the documents %j', (types) => {
    expect(refusalOf('Delivered', types)).toBeUndefined()
    expect(refusalOf(null, types)).toBeUndefined()
  })

  it.each([
    ['Delivered', ['Signature'], 'Delivered needs a document of the type Invoice'],
    [
      'Delivered',
      ['Invoice', 'Terms'],
      'Delivered needs a document of one of the types Signature, Tracking',
    ],
    [
      'Delivered',
      ['Invoice', 'Receipt'],
      'The document Receipt.pdf is of the type Receipt, which Delivered does not take: it takes Invoice, Signature, Tracking, Terms',
    ],
    [
      'Delivered',
      [null],
      'The document null.pdf says no documentType: Delivered takes Invoice, Signature, Tracking, Terms. Add it again with one of these',
    ],
    ['Other', ['Invoice'], 'must be one of Delivered'],
  ])('and not for %s with %j', (defence, types, words) => {
    expect(refusalOf(defence, types)).toBe(words)
  })

  it('with one of several reasons, which has to be named', () => {
    const both = [delivered, general]
    expect(refusalOf(null, ['Invoice'], both)).toBe('must be one of Delivered, General')
    expect(refusalOf('General', [null, null], both)).toBeUndefined()
    expect(refusalOf('General', [], [])).toBe(
      'Its acquirer takes no answer to this dispute any more',
    )
  })

  it('with a document of the kind of file that its type takes', () => {
    const documents = [document('Invoice', 'text/plain')]
    expect(contestRefusal([delivered], { defence: null, documents })?.description).toBe(
      'The document Invoice.pdf is text/plain: Invoice must be application/pdf',
    )
  })
})

it('a word of the acquirer is asked about only where one was said', () => {
  expect(namesDefence({ defence: null, documents: [document(null)] })).toBe(false)
  expect(namesDefence({ defence: 'General', documents: [] })).toBe(true)
  expect(namesDefence({ defence: null, documents: [document('Invoice')] })).toBe(true)
})

it('a type that no reason takes is refused with those that are taken', () => {
  expect(typeRefusal([delivered, general], { type: 'Terms' })).toBeUndefined()
  expect(typeRefusal([delivered], { type: 'Receipt' })?.parameterErrors).toEqual([
    {
      name: 'documentType',
      value: 'Receipt',
      message: 'must be one of Invoice, Signature, Tracking, Terms',
    },
  ])
  expect(needlessWord('documentType', 'Receipt').parameterErrors?.[0]?.message).toContain(
    'leave it out',
  )
})
