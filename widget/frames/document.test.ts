import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  escapeScript,
  FRAME_STYLE,
  frameCsp,
  frameDocumentEnd,
  frameDocumentStart,
} from './document.ts'

const start = frameDocumentStart('card.number', 'run()', 'p{margin:0}')
const codeStart = frameDocumentStart('card.cvv', 'borrow()')
const parent = 'https://shop.example https://portal.example:8443'

describe('the document of a secured field', () => {
  it('contains one form with one field for autofill', () => {
    expect(start).toContain(
      '<form><input name="card.number" autocomplete="cc-number" spellcheck="false" type="tel" inputmode="numeric"',
    )
    expect(codeStart).toContain(
      '<form><input name="card.cvv" autocomplete="cc-csc" spellcheck="false" type="tel" inputmode="numeric"',
    )
    expect(start).toContain('spellcheck="false"')
    expect(start).not.toMatch(/pattern=|maxlength=|type="password"/)
  })

  it('begins with what is the same for everyone, and ends with what the gateway knows', () => {
    expect(start).toMatch(/<style>p\{margin:0\}<\/style>.*<script>run\(\)<\/script>$/)
    expect(frameDocumentEnd({ parent, brands: ['VISA', 'JCB'] })).toBe(
      `<p id="fault" data-parent="${parent}" data-brands="VISA JCB"></p></body></html>`,
    )
    expect(frameDocumentEnd({ parent })).not.toContain('data-brands')
  })

  it('is not shown until the script has brought the style', () => {
    expect(codeStart).toContain('<body hidden>')
    expect(codeStart).not.toContain('<style')
    expect(start).toContain('<body>')
  })

  it('has a name for screen readers before the page sends its own', () => {
    expect(start).toContain('<title>Card number</title>')
    expect(codeStart).toContain('aria-label="Security code"')
  })

  it('keeps the text at 16 pixels, below which phones zoom in', () => {
    expect(FRAME_STYLE).toContain('font:16px ')
  })

  it('never lets a parameter out of its attribute', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const end = frameDocumentEnd({ parent: `"><script>${text}`, brands: [`'"<&${text}`] })
        expect(end).toMatch(/^<p id="fault" data-parent="[^"<>]*" data-brands="[^"<>]*"><\/p>/)
        expect(end).not.toContain('<script')
      }),
    )
  })

  it('never lets the script end early, and keeps its meaning', () => {
    const script = 'texts=["</script>","<!--","<script"," $& $1 "]'
    const inner = escapeScript(script)
    expect(inner).not.toMatch(/<(?:\/?script|!--)/i)
    expect(new Function(`let texts; return ${inner}`)()).toEqual([
      '</script>',
      '<!--',
      '<script',
      ' $& $1 ',
    ])
  })
})

describe('its Content-Security-Policy', () => {
  it('allows its own scripts and style by their hashes, the gateway, and the named pages', () => {
    expect(frameCsp(['sha256-A', 'sha256-B'], 'sha256-C', { parent })).toBe(
      "default-src 'none'; script-src 'sha256-A' 'sha256-B'; style-src 'sha256-C'; " +
        "connect-src 'self'; form-action 'none'; base-uri 'none'; " +
        'frame-ancestors https://shop.example https://portal.example:8443',
    )
  })

  it('leaves out what is no origin, and allows no page if none is left', () => {
    const ancestors = (given: string) =>
      frameCsp(['A'], 'B', { parent: given }).replace(/^.*frame-ancestors /, '')
    expect(ancestors("*; script-src 'unsafe-inline'")).toBe("'none'")
    expect(ancestors('javascript:0 https://shop.example/path')).toBe("'none'")
    expect(ancestors('http://[::1]:8081')).toBe('http://[::1]:8081')
  })
})
