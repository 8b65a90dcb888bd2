import { signal } from '@preact/signals'
import { describe, expect, it, vi } from 'vitest'
import type { FormShell } from '../shell/form-shell.ts'
import type { Field } from './field.ts'

vi.stubGlobal('__TILLGATE_KIT__', { signal })
const { createFieldSet } = await import('./field-set.ts')

const iban: Field = {
  wireName: 'bankAccount.iban',
  group: 'accountIban',
  label: { text: 'IBAN' },
  ownLabel: 'accountNumber',
  error: { text: 'transferIbanError', own: 'accountNumberError' },
  emptyError: { text: 'transferBankError', own: 'accountEmptyError' },
  isRequired: true,
  toWire: (typed) => typed.replaceAll(' ', '').toUpperCase(),
  isFaulty: (sent) => !sent.startsWith('DE'),
}
const bic: Field = { ...iban, wireName: 'bankAccount.bic', group: 'accountBic', isRequired: false }
const mode: Field = {
  ...iban,
  wireName: 'mode',
  group: 'mode',
  control: 'radio',
  first: 'a',
  isNotSent: true,
  isFaulty: () => false,
}

function setOf(rows: (set: () => ReturnType<typeof createFieldSet>) => readonly Field[]) {
  const shell = {
    options: { labels: {}, errorMessages: { accountEmptyError: 'Own words' }, validation: true },
    language: signal({ translate: (key: string) => key }),
    phase: signal('open'),
    announcement: signal(''),
    container: { querySelector: () => null },
  }
  const form = shell as unknown as FormShell & typeof shell
  const set: ReturnType<typeof createFieldSet> = createFieldSet(form, () => rows(() => set))
  return { form, set }
}

describe('a set of fields', () => {
  it('sends what was typed as the field writes it, and nothing that only decides what is shown', () => {
    const { set } = setOf(() => [mode, iban, bic])
    set.edit(iban, 'de12 34')
    expect(set.sent()).toEqual({
      mode: '',
      'bankAccount.iban': 'DE1234',
      'bankAccount.bic': '',
    })
  })

  it('says at the submit that a required field is empty, in the words of the page', () => {
    const { form, set } = setOf(() => [iban, bic])
    expect(set.hasErrors()).toBe(false)
    expect(set.showFaults()).toBe(true)
    expect(form.announcement.value).toBe('Own words')
    expect(set.shownFault(iban)).toBe(iban.emptyError)
    expect(set.shownFault(bic)).toBeUndefined()
    expect(set.hasErrors()).toBe(true)
  })

  it('shows a fault when the shopper leaves the field, and not while he types', () => {
    const { set } = setOf(() => [iban])
    set.leave(iban)
    expect(set.shownFault(iban)).toBeUndefined()
    set.edit(iban, 'FR')
    expect(set.shownFault(iban)).toBeUndefined()
    set.leave(iban)
    expect(set.shownFault(iban)).toBe(iban.error)
    set.edit(iban, 'DE')
    expect(set.hasErrors()).toBe(false)
  })

  it('shows a value as it is written when the shopper leaves the field', () => {
    const grouped: Field = { ...iban, toShown: (typed) => typed.toUpperCase() }
    const { set } = setOf(() => [grouped])
    set.edit(grouped, 'de1')
    expect(set.typedValue(grouped)).toBe('de1')
    set.leave(grouped)
    expect(set.typedValue(grouped)).toBe('DE1')
  })

  it('keeps errors of the gateway at its own fields until they are edited', () => {
    const { set } = setOf(() => [iban])
    set.edit(iban, 'DE1')
    const errors = [iban.wireName, 'amount'].map((name) => ({ name, message: 'no' }))
    expect(set.keepErrors(errors)).toEqual([{ name: 'amount', message: 'no' }])
    expect(set.showFaults()).toBe(true)
    set.edit(iban, 'DE2')
    expect(set.showFaults()).toBe(false)
  })

  it('has no faults but those of the gateway when the page switches checks off', () => {
    const { form, set } = setOf(() => [iban])
    Object.assign(form.options, { validation: false })
    expect(set.showFaults()).toBe(false)
    set.keepErrors([{ name: iban.wireName, message: 'no' }])
    expect(set.showFaults()).toBe(true)
  })

  it('shows and sends other fields when a value decides so', () => {
    const { set } = setOf((own) => (own().typedValue(mode) === 'b' ? [mode, bic] : [mode, iban]))
    expect(Object.keys(set.sent())).toEqual(['mode', 'bankAccount.iban'])
    set.edit(mode, 'b')
    expect(Object.keys(set.sent())).toEqual(['mode', 'bankAccount.bic'])
    expect(set.showFaults()).toBe(false)
  })
})
