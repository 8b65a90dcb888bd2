import { expect, onTestFinished } from 'vitest'
import { newAccessToken } from '../../server/kernel/ids.ts'
import type { PaymentRow, Store, TimerRow } from '../../server/store/port.ts'
import {
  cardPayment,
  type Form,
  startTestGateway,
  type TestGateway,
} from '../../server/testing/gateway.fixture.ts'
import { addMerchant, channelOf, tokenOf } from '../../server/testing/merchants.fixture.ts'
import type { Acquirer, StartAcquirer, Sums } from './acquirer.fixture.ts'

/** What a request says that raises a hold. */
const RAISED = {
  'standingInstruction.source': 'MIT',
  'standingInstruction.mode': 'REPEATED',
  'standingInstruction.type': 'UNSCHEDULED',
  'standingInstruction.industryPractice': 'INCREMENTAL_AUTH',
}

/** Time until nothing of an operation can be on its way any more, in steps in which its outcome is asked for. */
const WAITS_MS = [31_000, 3 * 60_000, 11 * 60_000, 3_700_000, 6 * 3_700_000]

/** A merchant of one channel, all of whose payments go through a new account at the acquirer. */
async function shopWith(
  { account, needsTelling, telling }: Acquirer,
  settings: object,
  gateway: TestGateway,
) {
  const merchant = await addMerchant(gateway)
  const channel = channelOf(merchant)
  const administrator = newAccessToken()
  await gateway.store.commit([tokenOf(merchant.id, administrator, true)])
  const authorization = `Bearer ${administrator}`
  const change = async (path: string, form: Form) => {
    const { status, body } = await gateway.post(path, form, { authorization })
    expect([status, body.result], JSON.stringify(body)).toMatchObject([
      200,
      { code: '000.000.100' },
    ])
    return body as unknown as { readonly account: { readonly id: string } }
  }

  const open = async (merchantId: string, credentials: Readonly<Record<string, string>>) => {
    const made = await change('/admin/v1/connector-accounts', {
      provider: account.provider,
      accountName: merchantId,
      merchantId,
      settings: JSON.stringify({ ...account.settings, ...settings }),
    })
    const of = `/admin/v1/connector-accounts/${made.account.id}`
    for (const [slot, credential] of Object.entries(credentials)) {
      await change(`${of}/credentials`, { slot, step: 'begin', credential })
    }
    await change(of, { state: 'active' })
    return made.account.id
  }
  const id = await open(account.merchantId, account.credentials)
  const of = `/admin/v1/connector-accounts/${id}`
  if (needsTelling) telling?.listen(`${gateway.url}/connectors/events/${id}`)
  const route = async (account: string) => {
    const routing = JSON.stringify({ routing: [{ account }] })
    await change(`/admin/v1/entities/${channel}`, { settings: routing })
    // Other processes, and this one, see a changed account and entity within a second.
    gateway.clock.advance(2_000)
  }
  await route(id)
  /** Leads new payments to another account of the provider, whose key the acquirer of this one refuses. */
  const leadElsewhere = async (keySlot: string) => {
    const key = account.credentials[keySlot] ?? ''
    const other = { ...account.credentials, [keySlot]: `${key.slice(0, -4)}XXXX` }
    await route(await open(`${account.merchantId.slice(0, -4)}XXXX`, other))
  }
  /** Has the acquirer tell the account its events; `listen` answers with the secret that they are signed with. */
  const hear = async (slot: string, listen: (address: string) => string) => {
    const credential = listen(`${gateway.url}/connectors/events/${id}`)
    await change(`${of}/credentials`, { slot, step: 'begin', credential })
    gateway.clock.advance(2_000)
  }
  return { channel, accountId: id, accessToken: merchant.accessToken, hear, leadElsewhere }
}

const isOfEvent = ({ kind }: TimerRow) => kind === 'acquirerEvent'

/** A merchant whose channel sends all payments through one account at an acquirer. `store`: in memory when absent. */
export async function merchantAt(
  start: StartAcquirer,
  settings: Parameters<StartAcquirer>[1] = {},
  { store }: { readonly store?: Store } = {},
) {
  const time = { now: () => 0 }
  const acquirer = await start({ now: () => time.now() }, settings)
  const { providerUrls } = acquirer
  const gateway = await startTestGateway({
    ...(providerUrls === undefined ? {} : { providerUrls }),
    ...(store === undefined ? {} : { store }),
  })
  onTestFinished(() => gateway.close())
  time.now = gateway.clock.now
  const { channel, accountId, accessToken, ...telling } = await shopWith(
    acquirer,
    settings,
    gateway,
  )
  const authorization = { authorization: `Bearer ${accessToken}` }
  const post = (path: string, form: Form) => gateway.post(path, form, authorization)

  const read = async (paymentId: string) => {
    const row = await gateway.store.read.payment(paymentId)
    if (row === undefined) throw new Error(`There is no payment ${paymentId}`)
    return row
  }

  /** As a shop reads a payment. */
  const ask = (paymentId: string) =>
    gateway.get(`/v1/payments/${paymentId}?entityId=${channel}`, authorization)
  /** The shopper comes back to this gateway, as the acquirer sends the browser; answers where it goes on to. */
  const comesBack = async (address: string) => {
    const { pathname, search } = new URL(address)
    const back = await fetch(gateway.url + pathname + search, {
      redirect: 'manual',
      headers: { 'sec-fetch-dest': 'document' },
    })
    expect(back.status).toBe(303)
    return back.headers.get('location')
  }
  /** Where outcomes are known by events alone, these are delivered and worked off. */
  async function told(): Promise<void> {
    if (acquirer.needsTelling !== true) return
    await acquirer.telling?.deliver()
    gateway.clock.advance(1_000)
    const due = () => gateway.store.read.dueTimers(gateway.clock.now(), 100)
    await expect.poll(async () => (await due()).filter(isOfEvent), { interval: 5 }).toEqual([])
  }

  async function settled(paymentId: string): Promise<PaymentRow> {
    let row = await read(paymentId)
    for (const waitMs of WAITS_MS) {
      await told()
      row = await read(paymentId)
      if (row.state === 'succeeded' || row.state === 'failed') return row
      gateway.clock.advance(waitMs)
      await ask(paymentId)
      row = await read(paymentId)
    }
    return row
  }

  const payment = (form: Form) =>
    cardPayment(channel, {
      'card.number': acquirer.card,
      'card.expiryYear': '2030',
      ...form,
    })

  /** Answers before its outcome is waited for. */
  const begin = async (form: Form = {}) => {
    const { body } = await post('/v1/payments', payment(form))
    if (body.id === undefined) throw new Error(JSON.stringify(body))
    return { ...(await read(body.id)), body }
  }

  const pay = async (form: Form = {}) => settled((await begin(form)).id)

  /** The sentences of one subject that explain the answer to a payment. */
  const explained = async (subject: string, form: Form) => {
    const asks = { ...authorization, 'tillgate-explain': '1' }
    const { body } = await gateway.post('/v1/payments', payment(form), asks)
    const explain = body.explain as unknown as readonly { step: string; decision: string }[]
    return explain.flatMap(({ step, decision }) => (step === subject ? [decision] : []))
  }

  const refer = async (to: PaymentRow, paymentType: string, form: Form = {}) => {
    const { body } = await post(`/v1/payments/${to.id}`, {
      entityId: channel,
      paymentType,
      ...form,
    })
    if (body.id === undefined) throw new Error(JSON.stringify(body))
    return settled(body.id)
  }

  /** The code with which a reference is refused before it is sent. */
  const refusalOf = async ({ id }: PaymentRow, paymentType: string, form: Form = {}) => {
    const { body } = await post(`/v1/payments/${id}`, { entityId: channel, paymentType, ...form })
    expect(body.id).toBeUndefined()
    return body.result.code
  }

  const raise = async ({ id: referenceUuid }: PaymentRow, amount: string) => {
    const form = { entityId: channel, paymentType: 'PA', amount, currency: 'EUR', referenceUuid }
    const { body } = await post('/v1/payments', { ...form, ...RAISED })
    if (body.id === undefined) throw new Error(JSON.stringify(body))
    return settled(body.id)
  }

  /** Pays with a stored card. */
  const charge = async (registrationId: string, form: Form = {}) => {
    const sent = { entityId: channel, amount: '92.00', currency: 'EUR', paymentType: 'DB', ...form }
    const { body } = await post(`/v1/registrations/${registrationId}/payments`, sent)
    if (body.id === undefined) throw new Error(JSON.stringify(body))
    return settled(body.id)
  }

  /** What the acquirer has told and people have to look at. */
  const kept = () =>
    gateway.store.read.toldAcquirerEvents([accountId], Number.MAX_SAFE_INTEGER, '', '', 1000)

  return {
    acquirer,
    gateway,
    channel,
    accountId,
    authorization,
    ...telling,
    kept,
    /** Payments that are under way. */
    waiting: async () => {
      const timers = await gateway.store.read.dueTimers(Number.MAX_SAFE_INTEGER, 1000)
      const waiting = timers.filter(({ kind }) => kind === 'paymentRecovery')
      return Promise.all(waiting.map(({ subjectId }) => read(subjectId)))
    },
    ask,
    /** Waits until all events that have come are worked off. */
    async workedOff() {
      await expect
        .poll(async () => {
          // Events of one merchant are worked off one after the other.
          gateway.clock.advance(1_000)
          return (await gateway.store.read.waitingAcquirerEvents(accountId, 1)).count
        })
        .toBe(0)
    },
    told,
    comesBack,
    /** Has the outcome of a payment asked for until it is known. */
    settled,
    begin,
    explained,
    read,
    pay,
    refer,
    refusalOf,
    raise,
    charge,
    ...sumsOf(acquirer, gateway),
  }
}

/** What a gateway has booked of a family of payments. */
export async function sumsOfFamily({ read }: Store, familyId: string): Promise<Sums> {
  const family = await read.paymentsOfFamily(familyId)
  const first = family.find(({ id: one }) => one === familyId)
  const isHold = first?.paymentType === 'PA'
  return {
    captured: (isHold ? first?.capturedMinor : first?.bookedMinor) ?? 0,
    released: isHold ? first.reversedMinor : 0,
    refunded: family.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0),
  }
}

/** The sums of a payment on both sides. */
function sumsOf(acquirer: Acquirer, gateway: TestGateway) {
  const sumsHere = ({ familyId }: PaymentRow) => sumsOfFamily(gateway.store, familyId)

  /** What the acquirer calls a payment. */
  async function nameThere(paymentId: string): Promise<string | undefined> {
    const names = await gateway.store.read.providerReferencesOfPayments([paymentId])
    return names.find(({ kind }) => kind === 'payment')?.value
  }

  /** What the acquirer holds of it. */
  async function sumsThere({ familyId }: PaymentRow): Promise<Sums> {
    const name = await nameThere(familyId)
    const sums = name === undefined ? undefined : await acquirer.sums(name)
    return sums ?? { captured: 0, released: 0, refunded: 0 }
  }

  return { nameThere, sumsHere, sumsThere }
}

export type MerchantAt = Awaited<ReturnType<typeof merchantAt>>
