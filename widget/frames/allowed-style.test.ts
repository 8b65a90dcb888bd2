import { describe, expect, it } from 'vitest'
import { allowedStyle } from './allowed-style.ts'

describe('styles that a secured field takes', () => {
  it.each([
    ['color', 'rgb(0, 0, 0)'],
    ['color', 'color-mix(in oklch, rgb(1 2 3) 20%, red)'],
    ['background-color', 'rgba(255, 255, 255, 0.5)'],
    ['caret-color', 'auto'],
    ['font-family', '"Helvetica Neue", Arial, sans-serif'],
    ['font-size', 'calc(1rem + 2px)'],
    ['font-variant-numeric', 'tabular-nums'],
    ['-webkit-font-smoothing', 'antialiased'],
    ['padding-inline-start', '12px'],
    ['text-align', 'right'],
    ['letter-spacing', '0.5px'],
  ])('%s: %s', (property, value) => {
    expect(allowedStyle({ [property]: value })).toEqual([[property, value]])
  })

  it.each([
    ['position', 'fixed'],
    ['background-image', 'none'],
    ['content', '"x"'],
    ['-webkit-text-security', 'none'],
    ['--own', '1'],
    ['color', 'red;position:fixed'],
    ['color', 'var(--page)'],
    ['background-color', 'url(https://page.example/)'],
    ['background-color', 'rgb(0,0,0) URL(https://page.example/)'],
    ['font-family', 'u\\72l(x)'],
    ['font-family', 'x'.repeat(501)],
  ])('but not %s: %s', (property, value) => {
    expect(allowedStyle({ [property]: value })).toEqual([])
  })
})
