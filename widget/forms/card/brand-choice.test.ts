import { describe, expect, it } from 'vitest'
import {
  acceptedBrands,
  activeBrand,
  codeLengthsOf,
  detectedBrands,
  prioritised,
} from './brand-choice.ts'

describe('the card brands that a form offers', () => {
  it('are those that the form names and the channel takes, in the order of the form', () => {
    expect(acceptedBrands(['AMEX', 'VISA', 'JCB'], ['VISA', 'MASTER', 'AMEX'])).toEqual([
      'AMEX',
      'VISA',
    ])
  })

  it('are all card brands of the channel where the form names none', () => {
    expect(acceptedBrands([], ['PAYPAL', 'VISA'])).toEqual(['VISA'])
  })

  it('are those that the form names until the session is known, and when nothing fits', () => {
    expect(acceptedBrands(['JCB'], undefined)).toEqual(['JCB'])
    expect(acceptedBrands(['JCB'], ['VISA'])).toEqual(['JCB'])
  })
})

describe('the brands that a number fits', () => {
  const typed = { length: 4, empty: false, complete: [] }

  it('follow from its first six digits', () => {
    const number = {
      ...typed,
      length: 8,
      brands: ['VISAELECTRON'],
      fitting: ['VISAELECTRON', 'VISA'],
    }
    expect(detectedBrands(number, ['MASTER', 'VISA'])).toEqual(['VISA'])
    expect(detectedBrands(number, ['VISA', 'VISAELECTRON'])).toEqual(['VISAELECTRON'])
    expect(detectedBrands(number, ['AMEX'])).toEqual([])
  })

  it("are those of the gateway's list where the number is in it", () => {
    const brands = ['CARTEBANCAIRE', 'VISA']
    const number = { ...typed, length: 8, brands, fitting: ['VISA'], isListed: true } as const
    expect(detectedBrands(number, ['VISA', 'CARTEBANCAIRE'])).toEqual(brands)
    expect(detectedBrands(number, ['VISADEBIT'])).toEqual(['VISADEBIT'])
    expect(detectedBrands(number, ['BCMC'])).toEqual([])
  })

  it("are, before these are known, those of the frame's that the form accepts", () => {
    expect(detectedBrands({ ...typed, brands: ['MADA', 'VISA'] }, ['VISA'])).toEqual(['VISA'])
    expect(detectedBrands({ ...typed, brands: ['VISAELECTRON'] }, ['VISA'])).toEqual(['VISA'])
    expect(detectedBrands({ ...typed, brands: ['VISA'] }, ['VISADEBIT'])).toEqual(['VISADEBIT'])
    expect(detectedBrands({ ...typed, brands: ['VISA'] }, ['AMEX'])).toEqual([])
  })

  it('are all of them while the accepted brands are unknown', () => {
    expect(detectedBrands({ ...typed, brands: ['MADA', 'VISA'] }, [])).toEqual(['MADA', 'VISA'])
  })
})

describe('the brand to pay as', () => {
  const situation = {
    accepted: ['VISA', 'MASTER', 'CARTEBANCAIRE'],
    detected: [],
    picked: '',
    pickFits: false,
  }

  it('is the first of the selector until something is known', () => {
    expect(activeBrand({ ...situation, hasSelector: true })).toBe('VISA')
    expect(activeBrand({ ...situation, hasSelector: false })).toBe('')
  })

  it('follows the digits, also away from a brand that was picked', () => {
    const seen = { ...situation, detected: ['MASTER'], picked: 'VISA', hasSelector: true }
    expect(activeBrand(seen)).toBe('MASTER')
  })

  it("is the shopper's choice on a card with two brands", () => {
    const both = { ...situation, detected: ['CARTEBANCAIRE', 'VISA'], hasSelector: false }
    expect(activeBrand(both)).toBe('CARTEBANCAIRE')
    expect(activeBrand({ ...both, picked: 'VISA', pickFits: true })).toBe('VISA')
  })

  it('is a picked brand that the digits can be paid as, and that the form accepts', () => {
    const debit = { ...situation, detected: ['VISA'], picked: 'VISADEBIT', pickFits: true }
    const accepted = [...situation.accepted, 'VISADEBIT']
    expect(activeBrand({ ...debit, accepted, hasSelector: true })).toBe('VISADEBIT')
    expect(activeBrand({ ...debit, hasSelector: true })).toBe('VISA')
  })

  it('is the only one there is', () => {
    const single = { ...situation, accepted: ['AMEX'], hasSelector: false }
    expect(activeBrand(single)).toBe('AMEX')
  })

  it('has the code lengths of its cards; 3 and 4 while it is unknown', () => {
    expect(codeLengthsOf('AMEX')).toEqual([4])
    expect(codeLengthsOf('')).toEqual([3, 4])
  })

  it('is first one that the merchant prefers', () => {
    expect(prioritised(['VISA', 'CARTEBANCAIRE'], ['JCB', 'CARTEBANCAIRE'])).toEqual([
      'CARTEBANCAIRE',
      'VISA',
    ])
  })
})
