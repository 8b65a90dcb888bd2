import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../common/durations.ts'
import { ROLES, type Role } from '../../server/entities/rights.ts'
import { newAccessToken } from '../../server/kernel/ids.ts'
import type { OperationRequestRow, UserRow } from '../../server/store/port.ts'
import { operationRequest, payment } from '../../server/store/testing/sample-rows.ts'
import { type Form, useTestGateway } from '../../server/testing/gateway.fixture.ts'
import {
  addMerchant,
  channelOf,
  type TestMerchant,
  tokenOf,
} from '../../server/testing/merchants.fixture.ts'
import { addUser, type Browser, FAST, openBrowser, PASSWORD } from '../people/people.fixture.ts'

const gateway = useTestGateway({ ...FAST, environment: 'live' })
let merchant: TestMerchant
let owner: Browser

/** The tests act as the proxy that ends TLS. */
const PROXIED = { origin: 'https://gateway.example', 'x-forwarded-proto': 'https' }

const DAY = 24 * HOUR_MS

beforeAll(async () => {
  merchant = await addMerchant(gateway())
})

/** Signed in anew, because sessions end meanwhile. */
async function signedIn({ email }: Pick<UserRow, 'email'>): Promise<Browser> {
  const browser = openBrowser(gateway())
  const form = { email, password: PASSWORD }
  const { status } = await browser.send('POST /admin/v1/session', form, PROXIED)
  expect(status).toBe(200)
  return browser
}

/** A refund of another person that waits. */
async function waitingRequest(): Promise<OperationRequestRow> {
  const entityId = channelOf(merchant)
  const target = payment({ entityId, state: 'succeeded' })
  const nowMs = gateway().clock.now()
  const row = operationRequest(target, { createdAtMs: nowMs, updatedAtMs: nowMs })
  const { applied } = await gateway().store.commit([
    { kind: 'insertPayment', row: target },
    { kind: 'insertOperationRequest', row },
  ])
  expect(applied).toBe(true)
  return row
}

/** What a person hears who decides about it. */
async function decision(person: Browser): Promise<number> {
  const { id } = await waitingRequest()
  const form = { decision: 'reject', reason: 'The goods did not come back' }
  return (await person.send(`POST /admin/v1/requests/${id}/decision`, form, PROXIED)).status
}

async function asOwner(path: string, form: Form = {}): Promise<void> {
  owner = await signedIn(await addUser(gateway(), { [merchant.id]: 'owner' }))
  const { status, body } = await owner.send(path, form, PROXIED)
  expect([status, body.result.code]).toEqual([200, '000.000.100'])
}

/** A user who has been one for a day. */
async function userOfOld(role: Role, entityId = merchant.id): Promise<UserRow> {
  const user = await addUser(gateway(), { [entityId]: role })
  gateway().clock.advance(DAY)
  return user
}

describe('in live, the second person', () => {
  it('is one who has had the role for a day', async () => {
    const user = await userOfOld('finance')
    expect(await decision(await signedIn(user))).toBe(200)
    const late = await addUser(gateway(), { [merchant.id]: 'finance' })
    expect(await decision(await signedIn(late))).toBe(403)
  })

  it.each(ROLES)('is not a reader who was made %s now', async (role) => {
    const user = await userOfOld('reader')
    await asOwner(`POST /admin/v1/users/${user.id}/role`, { role })
    expect(await decision(await signedIn(user))).toBe(403)
    gateway().clock.advance(DAY)
    const mayDecide = role === 'owner' || role === 'administrator' || role === 'finance'
    expect(await decision(await signedIn(user))).toBe(mayDecide ? 200 : 403)
  })

  it('may have got another role that decides as well', async () => {
    const user = await userOfOld('finance')
    await asOwner(`POST /admin/v1/users/${user.id}/role`, { role: 'administrator' })
    expect(await decision(await signedIn(user))).toBe(200)
  })

  it('is not one whose role was taken and given again', async () => {
    const user = await userOfOld('finance')
    await asOwner(`POST /admin/v1/users/${user.id}/role`, { role: 'support' })
    await asOwner(`POST /admin/v1/users/${user.id}/role`, { role: 'finance' })
    expect(await decision(await signedIn(user))).toBe(403)
  })

  it('is not one who was blocked until now', async () => {
    const user = await userOfOld('finance')
    await asOwner(`POST /admin/v1/users/${user.id}/block`)
    await asOwner(`POST /admin/v1/users/${user.id}/unblock`)
    expect(await decision(await signedIn(user))).toBe(403)
    gateway().clock.advance(DAY)
    expect(await decision(await signedIn(user))).toBe(200)
  })

  it('is one whose lock after wrong tries was ended', async () => {
    const user = await userOfOld('finance')
    await asOwner(`POST /admin/v1/users/${user.id}/unblock`)
    expect(await decision(await signedIn(user))).toBe(200)
  })

  it('is not a user of another merchant who takes an invitation now', async () => {
    const other = await addMerchant(gateway())
    const user = await userOfOld('owner', other.id)
    const administrator = newAccessToken()
    await gateway().store.commit([tokenOf(merchant.id, administrator, true)])
    const form = { email: user.email, role: 'finance' }
    const authorization = { authorization: `Bearer ${administrator}` }
    const invited = await gateway().post('/admin/v1/invitations', form, authorization)
    const token = String((invited.body as unknown as { link: string }).link).split('#')[1]
    const guest = openBrowser(gateway())
    const taken = { token, password: PASSWORD }
    const path = 'POST /admin/v1/invitations/acceptance'
    expect((await guest.send(path, taken, PROXIED)).status).toBe(200)
    const person = await signedIn(user)
    const choice = { entityId: merchant.id }
    expect((await person.send('POST /admin/v1/session/entity', choice, PROXIED)).status).toBe(200)
    expect(await decision(person)).toBe(403)
  })
})
