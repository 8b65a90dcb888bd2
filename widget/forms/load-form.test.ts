import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WidgetBoot } from '../../common/widget-wire.ts'

vi.mock('./form-kit.ts', () => ({ kit: {} }))

const KEY = Symbol.for('tillgate')

/** A page with Trusted Types, in which every script that is added defines its form at once. */
function openPage() {
  const createPolicy = vi.fn((_name: string, rules: object) => rules)
  const forms: Record<string, (kit: object, define: (create: () => string) => void) => void> = {}
  const append = (script: { integrity: string; onload: () => void }) => {
    forms[script.integrity] = (_kit, define) => define(() => script.integrity)
    script.onload()
  }
  vi.stubGlobal('window', { trustedTypes: { createPolicy }, [KEY]: { forms } })
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => undefined }),
    head: { append },
  })
  return createPolicy
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the code of forms', () => {
  it('is fetched with one Trusted Types policy for all forms', async () => {
    const createPolicy = openPage()
    const { loadForm } = await import('./load-form.ts')
    const boot = { base: '', forms: { invoice: 'one', prepayment: 'two' } } as unknown as WidgetBoot
    const [one, two] = await Promise.all(
      ['invoice', 'prepayment'].map((name) => loadForm(boot, name)),
    )
    expect([one?.({} as never), two?.({} as never)]).toEqual(['sha256-one', 'sha256-two'])
    expect(createPolicy).toHaveBeenCalledTimes(1)
  })
})
