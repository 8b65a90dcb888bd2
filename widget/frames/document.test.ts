import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FrameQuery } from '../../common/widget-wire.ts'
import { frameCsp, renderFrameDocument } from './document.ts'

const query: FrameQuery = {
  field: 'card.number',
  checkoutId: '0123456789ABCDEF0123456789ABCDEF.uat01-vm-tx01',
  instance: '0123456789abcdef0123456789abcdef',
  parent: 'https://shop.example https://portal.example:8443',
}
const rendered = (change: Partial<FrameQuery> = {}, script = 'run()') =>
  renderFrameDocument({ query: { ...query, ...change }, script, nonce: 'n0nce' })

describe('the document of a secured field', () => {
  it('contains one form with one field for autofill', () => {
    expect(rendered()).toContain(
      '<form><input type="tel" name="card.number" autocomplete="cc-number" inputmode="numeric"',
    )
    expect(rendered({ field: 'card.cvv' })).toContain(
      '<form><input type="tel" name="card.cvv" autocomplete="cc-csc" inputmode="numeric"',
    )
    expect(rendered()).toContain('spellcheck="false"')
    expect(rendered()).not.toMatch(/pattern=|maxlength=|type="password"/)
  })

  it('passes parameters to the script in attributes and runs it by its nonce', () => {
    expect(rendered()).toContain(
      '<html lang="en" dir="ltr" data-field="card.number"' +
        ' data-instance="0123456789abcdef0123456789abcdef"' +
        ' data-parent="https://shop.example https://portal.example:8443"' +
        ' data-checkout="0123456789ABCDEF0123456789ABCDEF.uat01-vm-tx01">',
    )
    expect(rendered()).toContain('<script nonce="n0nce">run()</script>')
  })

  it('names the brands of the channel, or none where the gateway does not know them', () => {
    const named = renderFrameDocument({ query, brands: ['VISA', 'JCB'], script: '', nonce: '' })
    expect(named).toContain(' data-brands="VISA JCB">')
    const { checkoutId: _none, ...withoutCheckout } = query
    const open = renderFrameDocument({ query: withoutCheckout, script: '', nonce: '' })
    expect(open).not.toMatch(/data-(brands|checkout)/)
  })

  it('has a name for screen readers before the page sends its own', () => {
    expect(rendered()).toContain('<title>Card number</title>')
    expect(rendered({ field: 'card.cvv' })).toContain('aria-label="Security code"')
  })

  it('keeps the text at 16 pixels, below which phones zoom in', () => {
    expect(rendered()).toContain('font:16px ')
  })

  it('never lets a parameter out of its attribute', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const page = rendered({ instance: `"><script>${text}`, parent: `'"<&${text}` })
        expect(page.match(/<script/g)).toHaveLength(1)
        expect(page.match(/<html [^<>]*>/g)).toHaveLength(1)
      }),
    )
  })

  it('never lets the script end early, and keeps its meaning', () => {
    const script = 'texts=["</script>","<!--","<script"," $& $1 "]'
    const [, inner = ''] = /<script nonce="n0nce">(.*)<\/script>/.exec(rendered({}, script)) ?? []
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
  it('allows its own script and style, the gateway, and the named pages', () => {
    expect(frameCsp({ nonce: 'n0nce', parent: query.parent })).toBe(
      "default-src 'none'; script-src 'nonce-n0nce'; style-src 'nonce-n0nce'; " +
        "connect-src 'self'; form-action 'none'; base-uri 'none'; " +
        'frame-ancestors https://shop.example https://portal.example:8443',
    )
  })

  it('leaves out what is no origin, and allows no page if none is left', () => {
    expect(frameCsp({ nonce: 'n', parent: "*; script-src 'unsafe-inline'" })).toMatch(
      /frame-ancestors 'none'$/,
    )
    expect(frameCsp({ nonce: 'n', parent: 'javascript:0 https://shop.example/path' })).toMatch(
      /frame-ancestors 'none'$/,
    )
    expect(frameCsp({ nonce: 'n', parent: 'http://[::1]:8081' })).toMatch(
      /frame-ancestors http:\/\/\[::1\]:8081$/,
    )
  })
})
