import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../common/durations.ts'
import { ParameterValues } from '../../parameters/values.ts'
import type { Form, WireAnswer } from '../../testing/gateway.fixture.ts'
import { sendBare } from '../../testing/merchants.fixture.ts'
import {
  browser,
  challenge,
  ENROLLED,
  type Redirect,
  said,
  useAuthentications,
} from '../three-ds/authentication/authentication.fixture.ts'
import { readRegistrationDetails } from './details.ts'
import { readStoredInstrument } from './registrations.ts'
import { outcome, payWith, remove, storedCard } from './stored-card.fixture.ts'

const using = useAuthentications()
const { directory, gateway } = using

const PENDING = [200, '000.200.000']
const STORED = [200, '000.100.110']
const REFUSED = '100.380.401'
const externalProof: Form = {
  'threeDSecure.eci': '05',
  'threeDSecure.verificationId': 'AAABBZEEBgAAAAAAAAQGAAAAAAA=',
}

beforeEach(() => directory.answer())
afterEach(() => using.setting({}))

const register = (more: Form = {}, headers: Record<string, string> = {}) =>
  gateway().post(
    '/v1/registrations',
    storedCard(gateway().demo.entityId, {
      'card.number': ENROLLED,
      shopperResultUrl: 'https://shop.example/result',
      'threeDSecure.npa': 'true',
      ...browser,
      ...more,
    }),
    headers,
  )
/** The proof with which a connector may tell the issuer of the agreement. */
async function proofOf(id: string) {
  const row = await gateway().store.read.registration(id)
  if (row === undefined) throw new Error(`There is no registration ${id}`)
  const stored = { row, details: readRegistrationDetails(row.details), number: '' }
  return readStoredInstrument(stored, ParameterValues.of([]), row.createdAtMs).agreed?.proof
}

const readStored = (id: string) => gateway().get(`/v1/registrations/${id}`)
const redirectOf = ({ body }: WireAnswer) => body.redirect as unknown as Redirect

/** What the issuer says after its challenge. */
async function confirm(transStatus = 'Y') {
  const [asked] = directory.asked
  if (asked === undefined) throw new Error('The directory was not asked')
  const answer = await using.result(asked, { messageCategory: '02', transStatus })
  expect(answer.messageType).toBe('RRes')
}

/** A registration that waits for its challenge. */
async function challenged(more: Form = {}, headers: Record<string, string> = {}) {
  directory.answer(challenge)
  const answer = await register(more, headers)
  expect(outcome(answer)).toEqual(PENDING)
  return { answer, id: answer.body.id }
}

async function expectNothingKept(id: string) {
  const { read } = gateway().store
  expect(await read.registration(id)).toBeUndefined()
  expect(await read.confidential(id)).toBeUndefined()
  const payment = await read.payment(id)
  expect(payment).toMatchObject({ state: 'failed', vaultRecordId: null })
  const wiped = vaultRecords.get(id)
  if (wiped !== undefined) expect(await read.vaultRecord(wiped)).toBeUndefined()
}

/** The vault records of payments while they waited. */
const vaultRecords = new Map<string, string>()

async function noteVaultRecord(id: string) {
  const payment = await gateway().store.read.payment(id)
  vaultRecords.set(id, payment?.vaultRecordId ?? expect.fail('Nothing is sealed'))
}

describe('a registration with an enrolled card', () => {
  it.each([
    ['threeDSecure.npa=true', { 'threeDSecure.npa': 'true' }],
    [
      'threeDSecure.authenticationInd=ADD_CARD',
      { 'threeDSecure.npa': undefined, 'threeDSecure.authenticationInd': 'ADD_CARD' },
    ],
  ])('is authenticated without an amount where the request says %s', async (_name, more) => {
    directory.answer(said('Y'))
    const answer = await register(more)
    expect(outcome(answer)).toEqual(STORED)
    expect(answer.body).toMatchObject({
      paymentType: 'RG',
      card: { last4Digits: ENROLLED.slice(-4), holder: 'Jane Jones' },
      threeDSecure: { authenticationStatus: 'Y', eci: '05' },
    })
    expect(answer.body).not.toHaveProperty('redirect')
    expect(directory.asked).toMatchObject([
      {
        amount: { minor: 0 },
        card: { number: ENROLLED },
        values: { 'threeDSecure.npa': 'true', 'threeDSecure.authenticationInd': 'ADD_CARD' },
      },
    ])
    const { body } = await readStored(answer.body.id)
    expect(body).toMatchObject({ id: answer.body.id, threeDSecure: { eci: '05' } })
    expect(body).not.toHaveProperty('descriptor')
    expect(body).not.toHaveProperty('amount')
    expect((await proofOf(answer.body.id))?.['threeDSecure.eci']).toBe('05')
    const paid = await payWith(gateway(), answer.body.id, { 'threeDSecure.disable': 'true' })
    expect(outcome(paid)).toEqual(STORED)
    expect(paid.body).not.toHaveProperty('threeDSecure.eci')
  })

  it('is authenticated where the channel says so', async () => {
    await using.setting({ registrations: true })
    directory.answer(said('A'))
    expect(outcome(await register({ 'threeDSecure.npa': undefined }))).toEqual(STORED)
    expect(directory.asked).toHaveLength(1)
  })

  it.each<[string, Form]>([
    ['neither request nor channel ask for it', { 'threeDSecure.npa': undefined }],
    ['the request says threeDSecure.disable=true', { 'threeDSecure.disable': 'true' }],
    ['an external server has authenticated', externalProof],
    ['the card is not enrolled', { 'card.number': using.notEnrolled }],
    ['it is moved from another gateway', { 'recurringMigration.paymentType': 'DB' }],
    [
      'it is a bank account',
      {
        ...Object.fromEntries(
          ['number', 'holder', 'expiryMonth', 'expiryYear', 'cvv'].map((name) => [
            `card.${name}`,
            undefined,
          ]),
        ),
        paymentBrand: 'DIRECTDEBIT_SEPA',
        'bankAccount.holder': 'Jane Jones',
        'bankAccount.iban': 'DE23100000001234567890',
      },
    ],
  ])('is stored at once where %s', async (_name, more) => {
    const answer = await register(more)
    expect(outcome(answer)).toEqual(STORED)
    expect(directory.asked).toEqual([])
    const row = await gateway().store.read.registration(answer.body.id)
    expect(row).toMatchObject({ state: 'active', paymentId: null })
  })

  it('needs an address for the way back', async () => {
    const { status, body } = await register({ shopperResultUrl: undefined })
    expect([status, body.result.code]).toEqual([400, '200.300.404'])
    expect(body.result.parameterErrors?.map(({ name }) => name)).toEqual(['shopperResultUrl'])
  })

  it.each([
    ['N', REFUSED],
    ['R', '100.390.114'],
    ['U', '100.390.109'],
  ] as const)('is not stored where the issuer says %s at once', async (status, code) => {
    directory.answer(said(status, { transStatusReason: '01' }))
    const { body } = await register()
    expect(body.result.code).toBe(code)
    await expectNothingKept(body.id)
    expect((await readStored(body.id)).body).toMatchObject({ id: body.id, result: { code } })
  })

  it('is stored without an issuer that can be asked only where the channel charges then', async () => {
    directory.answer({ kind: 'failed', reason: 'timeout' })
    expect((await register()).body.result.code).toBe('100.390.111')
    await using.setting({ onUnavailable: 'charge' })
    directory.answer({ kind: 'failed', reason: 'timeout' })
    const answer = await register()
    expect(outcome(answer)).toEqual(STORED)
    expect(outcome(await readStored(answer.body.id))).toEqual(STORED)
  })
})

describe('a registration that waits for its cardholder', () => {
  it('is pending, and is nothing that can be paid with, extended or deleted', async () => {
    const { answer, id } = await challenged()
    const { parameters } = redirectOf(answer)
    expect(parameters[0]).toEqual({ name: 'id', value: id })
    const now = await readStored(id)
    expect(outcome(now)).toEqual(PENDING)
    expect(now.body.redirect).toEqual(answer.body.redirect)
    expect(await gateway().store.read.registration(id)).toBeUndefined()
    for (const refused of [
      await payWith(gateway(), id),
      await remove(gateway(), id),
      await gateway().post(`/v1/registrations/${id}/extendlife`, {
        entityId: gateway().demo.entityId,
      }),
    ]) {
      expect(outcome(refused)).toEqual([409, '100.150.203'])
    }
    const named = await using.pay({
      'card.number': undefined,
      'card.holder': undefined,
      'card.expiryMonth': undefined,
      'card.expiryYear': undefined,
      'card.cvv': undefined,
      paymentBrand: undefined,
      registrationId: id,
    })
    expect(outcome(named)).toEqual([404, '100.150.200'])
  })

  it('is stored when he has confirmed, and can be paid with', async () => {
    const { answer, id } = await challenged()
    expect(await gateway().store.read.confidential(id)).toBeDefined()
    await confirm()
    const done = await using.next(redirectOf(answer))
    expect(done).toEqual({
      step: 'done',
      outcome: 'accepted',
      returnUrl: `https://shop.example/result?id=${id}&resourcePath=%2Fv1%2Fregistrations%2F${id}`,
    })
    expect(await gateway().store.read.confidential(id)).toBeUndefined()
    expect(await gateway().store.read.registration(id)).toMatchObject({
      state: 'active',
      paymentId: id,
      resultCode: '000.100.110',
    })
    const now = await readStored(id)
    expect(outcome(now)).toEqual(STORED)
    expect(now.body).toMatchObject({ threeDSecure: { authenticationStatus: 'Y' } })
    expect((await proofOf(id))?.['threeDSecure.authenticationStatus']).toBe('Y')
    expect(now.body).not.toHaveProperty('redirect')
    const paid = await payWith(gateway(), id, { 'threeDSecure.disable': 'true' })
    expect(outcome(paid)).toEqual(STORED)
    expect(outcome(await remove(gateway(), id))).toEqual(STORED)
    expect((await readStored(id)).status).toBe(404)
  })

  it.each<[string, string, string, (redirect: Redirect) => Promise<unknown>]>([
    ['he fails', REFUSED, 'declined', () => confirm('N')],
    ['he cancels', '100.396.101', 'cancelled', (redirect) => using.cancel(redirect)],
    [
      'his time is over',
      '100.396.103',
      'declined',
      async () => gateway().clock.advance(31 * MINUTE_MS),
    ],
  ])('fails where %s, and nothing is kept', async (_name, code, outcomeOfPage, end) => {
    const { answer, id } = await challenged()
    await noteVaultRecord(id)
    await end(redirectOf(answer))
    await expect.poll(async () => (await readStored(id)).body.result.code).toBe(code)
    await expectNothingKept(id)
    expect((await readStored(id)).body.id).toBe(id)
    expect((await payWith(gateway(), id)).body.result.code).toBe('100.150.203')
    expect(await using.next(redirectOf(answer))).toMatchObject({
      step: 'done',
      outcome: outcomeOfPage,
    })
  })

  it('is answered by its idempotency key, as it was', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const { answer, id } = await challenged({}, key)
    const again = await register({}, key)
    expect(again.body).toEqual(answer.body)
    await confirm()
    const later = await register({}, key)
    expect(later.body.id).toBe(id)
    expect(directory.asked).toHaveLength(1)
  })

  it('names the registration that has the number already, where each is stored once', async () => {
    await setDeduplication(true)
    const known = await register({ 'threeDSecure.npa': undefined })
    const { id } = await challenged()
    await noteVaultRecord(id)
    await confirm()
    const now = await readStored(id)
    expect(outcome(now)).toEqual(STORED)
    expect(now.body.id).toBe(known.body.id)
    expect(await gateway().store.read.registration(id)).toBeUndefined()
    const own = vaultRecords.get(id) ?? ''
    expect(await gateway().store.read.vaultRecord(own)).toBeUndefined()
    await setDeduplication(false)
  })

  it('is found by its reference as an authentication, and once stored as a registration', async () => {
    const reference = randomUUID()
    const { id } = await challenged({ merchantTransactionId: reference })
    expect(await found(reference)).toEqual([['3D', id]])
    await confirm()
    expect((await found(reference)).toSorted()).toEqual([
      ['3D', id],
      ['RG', id],
    ])
  })
})

async function found(merchantTransactionId: string) {
  const { entityId } = gateway().demo
  const asked = new URLSearchParams({ entityId, merchantTransactionId })
  const { body } = await gateway().get(`/v1/query?${asked}`)
  const { payments } = body as unknown as { payments: { paymentType: string; id: string }[] }
  return payments.map(({ paymentType, id }) => [paymentType, id])
}

async function setDeduplication(deduplicate: boolean): Promise<void> {
  const { store, demo, clock } = gateway()
  const entity = await store.read.entity(demo.entityId)
  if (entity === undefined) throw new Error('No demo channel')
  const settings = { ...JSON.parse(entity.settings), registrations: { deduplicate } }
  const { id, version } = entity
  await store.commit([
    {
      kind: 'stepEntity',
      id,
      expectedVersion: version,
      set: { settings: JSON.stringify(settings) },
    },
  ])
  clock.advance(2_000)
}

describe('a checkout that only stores a card which is authenticated', () => {
  const open = async () => {
    const { entityId } = gateway().demo
    const form = { entityId, createRegistration: 'true', 'threeDSecure.npa': 'true' }
    const created = await gateway().post('/v1/checkouts', form)
    expect(created.body.result.code, created.body.result.description).toBe('000.200.100')
    return created.body.id
  }
  const submit = (id: string, more: Form = {}) => {
    const { entityId: _entity, ...card } = storedCard('')
    const form = {
      ...card,
      'card.number': ENROLLED,
      shopperResultUrl: 'https://shop.example/result',
      ...more,
    }
    return sendBare(gateway(), `POST /v1/checkouts/${id}/registration`, { form })
  }
  const status = (id: string) => gateway().get(`/v1/checkouts/${id}/registration`)
  const session = async (id: string) =>
    (await sendBare(gateway(), `GET /v1/checkouts/${id}/session`)).body
  const seenBrowser = {
    browser: Object.fromEntries(
      Object.entries(browser).filter(([name]) => name.startsWith('customer.browser.')),
    ),
  }

  async function submitted() {
    directory.answer(challenge)
    const id = await open()
    const answer = await submit(id)
    expect(outcome(answer)).toEqual(PENDING)
    expect(await using.next(redirectOf(answer), seenBrowser)).toMatchObject({ step: 'challenge' })
    return { id, answer }
  }

  it('waits with its redirect, takes no second submit, and stores when it is confirmed', async () => {
    const { id, answer } = await submitted()
    expect(await session(id)).toMatchObject({ state: 'pending', redirect: answer.body.redirect })
    expect(outcome(await submit(id))).toEqual([409, '800.110.100'])
    expect(outcome(await status(id))).toEqual(PENDING)
    await confirm()
    const path = encodeURIComponent(`/v1/checkouts/${id}/registration`)
    expect(await using.next(redirectOf(answer))).toEqual({
      step: 'done',
      outcome: 'accepted',
      returnUrl: `https://shop.example/result?id=${id}&resourcePath=${path}`,
    })
    expect(await session(id)).toMatchObject({ state: 'done' })
    expect(await session(id)).not.toHaveProperty('redirect')
    const stored = await status(id)
    expect(outcome(stored)).toEqual(STORED)
    expect(stored.body).toMatchObject({ id: answer.body.id, paymentType: 'RG' })
    const paid = await payWith(gateway(), answer.body.id, { 'threeDSecure.disable': 'true' })
    expect(outcome(paid)).toEqual(STORED)
  })

  it('is open again after a failure, for another card or the same', async () => {
    const { id } = await submitted()
    await confirm('N')
    expect(await session(id)).toMatchObject({ state: 'open' })
    expect((await status(id)).body.result.code).toBe(REFUSED)
    const refused = await submit(id, { 'card.cvv': '1234' })
    expect(outcome(refused)).toEqual([400, '100.100.601'])
    expect(outcome(await status(id))).toEqual([400, '100.100.601'])
    directory.answer(challenge)
    const again = await submit(id)
    expect(outcome(again)).toEqual(PENDING)
    expect(outcome(await status(id))).toEqual(PENDING)
    await using.next(redirectOf(again), seenBrowser)
    await confirm()
    expect(outcome(await status(id))).toEqual(STORED)
  })

  it('stores a card that is not enrolled at once, after a failure of another', async () => {
    const { id } = await submitted()
    await confirm('N')
    expect(outcome(await submit(id, { 'card.number': using.notEnrolled }))).toEqual(STORED)
    expect(outcome(await status(id))).toEqual(STORED)
    expect(outcome(await submit(id))).toEqual([400, '200.300.404'])
  })

  it('names the registration to the merchant when its status is not readable any more', async () => {
    const { id, answer } = await submitted()
    await confirm()
    gateway().clock.advance(31 * MINUTE_MS)
    expect((await status(id)).body.result).toMatchObject({
      code: '200.300.404',
      description: expect.stringContaining(`GET /v1/registrations/${answer.body.id}`),
    })
  })
})

describe('a payment with createRegistration=true and an enrolled card', () => {
  const pay = (more: Form = {}) => using.pay({ createRegistration: 'true', ...more })

  it('stores the card when the cardholder has confirmed', async () => {
    directory.answer(challenge)
    const { body } = await pay()
    expect(body.result.code).toBe('000.200.000')
    expect(body).not.toHaveProperty('registrationId')
    const [asked] = directory.asked
    await using.result(asked ?? expect.fail('The directory was not asked'))
    await expect.poll(async () => (await using.read(body.id)).result.code).toBe('000.100.110')
    const { registrationId = '' } = await using.read(body.id)
    const row = await gateway().store.read.registration(String(registrationId))
    expect(row).toMatchObject({ state: 'active', paymentId: body.id })
    expect(JSON.parse(row?.details ?? '')).not.toHaveProperty('authentication')
  })

  it('names the registration that has the number already, where each is stored once', async () => {
    await setDeduplication(true)
    directory.answer(said('Y'), challenge)
    const first = await pay()
    const known = String(first.body.registrationId)
    const { body } = await pay()
    const asked = directory.asked.at(-1) ?? expect.fail('The directory was not asked')
    await using.result(asked)
    await expect.poll(async () => (await using.read(body.id)).registrationId).toBe(known)
    await setDeduplication(false)
  })

  it('stores nothing, and keeps no code, where the cardholder fails', async () => {
    directory.answer(challenge)
    const { body } = await pay()
    await using.result(directory.asked[0] ?? expect.fail('The directory was not asked'), {
      transStatus: 'N',
    })
    const { read } = gateway().store
    expect(await read.payment(body.id)).toMatchObject({ state: 'failed' })
    expect(await read.confidential(body.id)).toBeUndefined()
    expect(await using.read(body.id)).not.toHaveProperty('registrationId')
  })
})
