import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WidgetBoot } from '../../common/widget-wire.ts'

const KEY = Symbol.for('tillgate')

const [one = '', two = ''] = ['1', '2'].map((digit) => digit.repeat(43))

/** A page with Trusted Types, in which every script that is added defines its code at once. */
function openPage() {
  const createPolicy = vi.fn((_name: string, rules: object) => rules)
  const code: Record<string, (kit: object, define: (made: string) => void) => void> = {}
  const append = (script: { integrity: string; onload: () => void }) => {
    code[script.integrity] = (kit, define) => define(script.integrity + JSON.stringify(kit))
    script.onload()
  }
  vi.stubGlobal('window', { trustedTypes: { createPolicy }, [KEY]: { code } })
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => undefined }),
    head: { append },
  })
  return createPolicy
}

// The module keeps the window that it met first, perhaps that of another test of this process.
beforeEach(() => {
  vi.resetModules()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('code that the widget fetches', () => {
  it('is fetched with one Trusted Types policy for all code', async () => {
    const createPolicy = openPage()
    const { loadCode } = await import('./load-code.ts')
    const boot = { base: '', code: `invoice:${one}prepayment:${two}` } as WidgetBoot
    const made = await Promise.all(
      ['invoice', 'prepayment'].map((name) => loadCode<string>(boot, name, { for: name })),
    )
    expect(made).toEqual([`sha256-${one}={"for":"invoice"}`, `sha256-${two}={"for":"prepayment"}`])
    expect(createPolicy).toHaveBeenCalledTimes(1)
  })

  it('borrows what is lent to all at the time that it comes, and is fetched once', async () => {
    openPage()
    const { lendToFetched, loadCode } = await import('./load-code.ts')
    const boot = { base: '', code: `main:${one}list:${two}` } as WidgetBoot
    lendToFetched({ of: 'start' })
    expect(await loadCode(boot, 'main')).toBe(`sha256-${one}={"of":"start"}`)
    lendToFetched({ of: 'main' })
    expect(await loadCode(boot, 'list')).toBe(`sha256-${two}={"of":"main"}`)
    expect(await loadCode(boot, 'main')).toBe(`sha256-${one}={"of":"start"}`)
  })
})
