import type { Role } from '../../server/entities/rights.ts'
import { newObjectId } from '../../server/kernel/ids.ts'
import { isRefusal } from '../../server/results/refusal.ts'
import type { Change, UserRow } from '../../server/store/port.ts'
import type { Form, TestGateway, WireAnswer } from '../../server/testing/test-gateway.fixture.ts'
import { createPasswords } from './passwords.ts'

/** Logarithm of scrypt's N: a hash takes 3 ms. */
export const FAST = { passwordCost: 10 }
const passwords = createPasswords({ cost: FAST.passwordCost })

export const PASSWORD = 'correct horse 7 battery'

/** A user with roles, as an invitation makes one. */
export async function addUser(
  gateway: TestGateway,
  grants: Readonly<Record<string, Role>>,
  columns: Partial<UserRow> = {},
): Promise<UserRow> {
  const nowMs = gateway.clock.now()
  const id = newObjectId(nowMs)
  const passwordHash = await passwords.hash(PASSWORD)
  if (isRefusal(passwordHash)) throw new Error('Too many hashes at once')
  const row: UserRow = {
    id,
    email: `${id}@shop.example`,
    name: 'Jane Jones',
    passwordHash,
    formerPasswordHashes: '',
    isFirstPassword: false,
    totpSealed: null,
    totpOfferSealed: null,
    totpStep: 0,
    recoveryHashes: '',
    failedTries: 0,
    lockedUntilMs: null,
    mailLanguage: null,
    unwantedMails: '',
    state: 'active',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
    ...columns,
  }
  const { applied } = await gateway.store.commit([
    { kind: 'insertUser', row },
    ...Object.entries(grants).map(([entityId, role]): Change => {
      return { kind: 'insertGrant', row: { userId: id, entityId, role, createdAtMs: nowMs } }
    }),
  ])
  if (!applied) throw new Error('The user could not be written')
  return row
}

/** The root of an entity's tree. */
export async function rootOf({ store }: TestGateway, entityId: string): Promise<string> {
  return (await store.read.entityPath(entityId)).at(-1)?.id ?? ''
}

/** A browser with the back office open: it keeps its cookie and says where its requests come from. */
export interface Browser {
  cookie: string
  send(
    methodAndPath: string,
    form?: Form,
    headers?: Readonly<Record<string, string>>,
  ): Promise<WireAnswer>
}

const OWN_PAGE = { origin: 'http://gateway.example', 'x-tillgate-request': '1' }

export function openBrowser({ url }: Pick<TestGateway, 'url'>): Browser {
  const browser: Browser = {
    cookie: '',
    async send(methodAndPath, form, headers = {}) {
      const [method = 'GET', path = '/'] = methodAndPath.split(' ')
      const cookie = browser.cookie === '' ? {} : { cookie: browser.cookie }
      const response = await fetch(url + path, {
        method,
        headers: { ...OWN_PAGE, ...cookie, ...headers },
        ...(form === undefined
          ? {}
          : { body: new URLSearchParams(JSON.parse(JSON.stringify(form))) }),
      })
      browser.cookie = withCookies(browser.cookie, response.headers.getSetCookie())
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
  }
  return browser
}

/** The cookies of a browser after an answer has set some. */
function withCookies(kept: string, set: readonly string[]): string {
  const cookies = new Map<string, string>()
  for (const text of [...kept.split('; '), ...set]) {
    const [pair = '', ...attributes] = text.split('; ')
    const [name = ''] = pair.split('=')
    if (pair === '' || attributes.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, pair)
  }
  return [...cookies.values()].join('; ')
}

/** Signs a user in; rejects where that fails. */
export async function signedIn(
  gateway: TestGateway,
  { email }: Pick<UserRow, 'email'>,
  more: Form = {},
): Promise<Browser> {
  const browser = openBrowser(gateway)
  const form = { email, password: PASSWORD, ...more }
  const { status, body } = await browser.send('POST /admin/v1/session', form)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return browser
}
