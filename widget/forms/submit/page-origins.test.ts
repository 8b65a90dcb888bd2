import { describe, expect, it } from 'vitest'
import { pageOrigins } from './page-origins.ts'

/** A window whose page has these pages around it; absent: its browser does not say which. */
function windowIn(origin: string, around: readonly string[] | undefined, isFramed: boolean) {
  const self = {}
  const page = { origin, location: { ancestorOrigins: around }, self, top: isFramed ? {} : self }
  return page as unknown as Window
}

describe('the origins that a page names', () => {
  it('are its own and those of all pages around it', () => {
    expect(pageOrigins(windowIn('https://shop.example', [], false))).toBe('https://shop.example')
    const framed = windowIn('https://pay.shop.example', ['https://shop.example'], true)
    expect(pageOrigins(framed)).toBe('https://pay.shop.example https://shop.example')
  })

  it('are its own alone in a whole window whose browser tells no ancestors', () => {
    expect(pageOrigins(windowIn('https://shop.example', undefined, false))).toBe(
      'https://shop.example',
    )
  })

  it('are none in a frame whose browser tells no ancestors', () => {
    expect(pageOrigins(windowIn('https://shop.example', undefined, true))).toBe('')
  })

  it('are none where there are more than the gateway takes', () => {
    const around = Array.from({ length: 8 }, (_, at) => `https://around${at}.example`)
    expect(pageOrigins(windowIn('https://shop.example', around, true))).toBe('')
    expect(pageOrigins(windowIn('https://shop.example', around.slice(1), true))).toContain(
      'https://around7.example',
    )
  })
})
