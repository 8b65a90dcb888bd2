import { type OfferedBrand, offeredBrand } from '../../../common/form-kinds.ts'
import type { MessageKey } from '../../i18n/translator.ts'
import type { FieldsCode } from '../fields/entry.ts'
import type { FormKit } from '../form-kit.ts'
import type { PersonCode } from '../person/entry.ts'
import type { FormBody, FormShell } from '../shell/form-shell.ts'
import {
  type AskFields,
  createMethodForm,
  type MakeWallet,
  type MethodCode,
} from './method-form.tsx'
import { methodName } from './method-text.tsx'

/** Bound by the function around this code (`vite.config.ts`). */
declare const __TILLGATE_KIT__: FormKit
/** Bound by the gateway (`server/widget-host/code-files.ts`). */
declare const __TILLGATE_PARTS__: string

const { loadCode, reportFailure, setKind } = __TILLGATE_KIT__

/** Creates the form of a brand that is no card; what a method asks the shopper for is fetched then. */
export async function createOtherForm(form: FormShell): Promise<FormBody | undefined> {
  const { brand } = form
  const offered = offeredBrand(brand)
  if (offered === undefined) {
    return reject(form, `data-brands: there is no form for ${brand}`, 'unknown_brand')
  }
  const code = await methodCode(form, offered)
  if (code === undefined) return undefined
  setKind(form, offered.form)
  form.method.value = { name: () => methodName(form, offered), verb: verbOf(offered) }
  return createMethodForm(form, offered, code)
}

/** What the button of a listed form says. */
function verbOf({ flow, method }: OfferedBrand): MessageKey {
  if (flow === 'redirect') return 'buttonContinue'
  return method === 'wallet' || method === 'account' ? 'buttonPayWith' : 'submit'
}

async function reject(form: FormShell, message: string, event: string): Promise<undefined> {
  // Its container goes with the answer, and a form without one calls nothing any more.
  await form.pending()
  reportFailure(form, 'WidgetError', message, event)
}

/** What a method adds to the form; `undefined`: this gateway has no code for it. */
async function methodCode(form: FormShell, offered: OfferedBrand): Promise<MethodCode | undefined> {
  const { method } = offered
  const boot = { ...form.checkout.boot, code: __TILLGATE_PARTS__ }
  const load = <Made>(name: string) => loadCode<Made>(boot, name)
  if (method === 'wallet') {
    // The simulated one of test; live has one for each provider (`server/widget-host/code-files.ts`).
    const [provider = ''] = /^(apple|google)/.exec(offered.name.toLowerCase()) ?? []
    const name = ['method-wallet', `method-wallet-${provider}`].find((each) =>
      __TILLGATE_PARTS__.includes(`${each}:`),
    )
    if (name === undefined) {
      return reject(form, `${offered.name} cannot be paid with in live`, 'not_ready')
    }
    return { parts: (await load<MakeWallet>(name))(form, offered) }
  }
  const { showBirthDate, showTaxNumberField } = form.given()
  const asksPerson = Boolean(showBirthDate || showTaxNumberField)
  if (method === undefined && !asksPerson) return { parts: {} }
  const [code, person, askFields = askNothing] = await Promise.all([
    loadCode<FieldsCode>(boot, 'fields'),
    asksPerson ? loadCode<PersonCode>(boot, 'person') : undefined,
    method && load<AskFields>(`method-${method}`),
  ])
  const parts = askFields(form, person?.withPerson(code) ?? code, offered)
  return { parts: { adoptLook: code.adoptLook, ...parts }, FieldGroups: code.FieldGroups }
}

const askNothing: AskFields = (form, code) => ({ fields: code.createFieldSet(form, () => []) })
