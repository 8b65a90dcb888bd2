import type { BillingCode } from '../billing/entry.ts'
import type { CardForm } from '../card/card-form.ts'
import type { SecureDetails } from '../details/entry.ts'
import type { FieldsCode } from '../fields/entry.ts'
import type { FieldSet } from '../fields/field-set.ts'
import type { FormKit } from '../form-kit.ts'
import type { PersonCode } from '../person/entry.ts'
import type { FormBody } from '../shell/form-shell.ts'
import { type AskedRows, furtherFields } from './further-fields.tsx'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit
/** Bound by the gateway (`server/widget-host/code-files.ts`). */
declare const __TILLGATE_PARTS__: string

const { effect, loadCode } = __TILLGATE_KIT__

/**
 * Adds to a card form what its page asks of the shopper besides the card; returns what takes its place, or
 * undefined where another form must: the page has asked for secured fields after this one was built.
 */
export type AddFields = (form: CardForm) => Promise<FormBody | undefined>

export async function addFields(form: CardForm): Promise<FormBody | undefined> {
  const isPlain = form.details.peek() !== undefined
  const [code, person, billing, secure] = await fetchParts(form)
  // While a payment is under way its form must stay, to hear what becomes of it.
  if (isPlain && form.options.enableSAQACompliance && form.phase.peek() === 'open') {
    form.dispose()
    return undefined
  }
  if (secure) form.details.value = secure(form)
  const asked = () => person.readAsked(form.given(), form.session.value)
  const rows: AskedRows = {
    person: () => person.personFields(asked(), new Date()),
    consent: () => (form.endpoint.value === '/registration' ? [] : person.saveCardFields(asked())),
    address: () => billing?.addressFields(form, asked(), (field) => set.typedValue(field)) ?? [],
  }
  const all = () => [...rows.person(), ...rows.address(), ...rows.consent()]
  const own = code.createFieldSet(form, all)
  const set: FieldSet = { ...own, sent: () => person.withDocumentType(own.sent()) }
  set.fill({ 'billing.country': billing?.firstCountry() ?? '', ...firstValues(asked().address) })
  const ends = [
    effect(() => {
      if (asked().name) form.state.holder.value = person.holderOf(set)
    }),
    ...(billing ? [forgetStates(set, billing)] : []),
  ]
  form.further.value = furtherFields(form, { ...code, ...billing }, set, rows)
  const adoptLooks = () => [code, person, billing].map((part) => part?.adoptLook(form))
  let reverts = adoptLooks()
  const revertLooks = () => {
    for (const revert of reverts.splice(0)) revert?.()
  }
  return {
    ...form,
    sleep() {
      form.sleep?.()
      revertLooks()
    },
    wake() {
      revertLooks()
      reverts = adoptLooks()
      form.wake?.()
    },
    dispose() {
      revertLooks()
      for (const end of ends) end()
      form.dispose()
    },
  }
}

/** The code that draws fields, and those of the person; that of addresses and of secured fields where they are asked for. */
function fetchParts(
  form: CardForm,
): Promise<[FieldsCode, PersonCode, BillingCode | undefined, SecureDetails | undefined]> {
  const parts = { ...form.checkout.boot, code: __TILLGATE_PARTS__ }
  return Promise.all([
    loadCode<FieldsCode>(parts, 'fields'),
    loadCode<PersonCode>(parts, 'person'),
    form.given().billingAddress ? loadCode<BillingCode>(parts, 'billing') : undefined,
    form.details.peek() ? undefined : loadCode<SecureDetails>(parts, 'details'),
  ])
}

/** What the page gives to begin with. */
function firstValues(
  address: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const given = Object.entries(address).filter(([, value]) => value !== '')
  return Object.fromEntries(given.map(([name, value]) => [`billing.${name}`, value]))
}

/** Another country has other states. Returns how to end that. */
function forgetStates(set: FieldSet, { countryOf }: BillingCode): () => void {
  let country = countryOf(set)
  return effect(() => {
    const chosen = countryOf(set)
    if (chosen !== country) set.fill({ 'billing.state': '' })
    country = chosen
  })
}
