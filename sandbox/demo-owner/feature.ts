import { createPasswords, newUser, randomPassword } from '../../operations/people/index.ts'
import { DEMO_OWNER_EMAIL } from '../../server/entities/demo-traces.ts'
import type { DemoGiven, Feature } from '../../server/payments/index.ts'
import { isRefusal } from '../../server/results/refusal.ts'

/** A user of the demo, who may do everything in the back office. */
export const demoOwner = {
  name: 'demo-owner',
  testOnly: true,
  needs: ['people'],
  demo: ownerOf,
} as const satisfies Feature

/**
 * Makes a user of the demo with all rights where there is none, and says how to sign in: the password is
 * known to the first start alone. The owner may keep it: it is random, the start that shows it is that of the
 * one who tries the demo, and the test environment moves no money.
 */
async function ownerOf(given: DemoGiven): Promise<readonly (readonly [string, string])[]> {
  const password = await madeOwner(given)
  return [
    ['Back office', `${given.baseUrl}/backoffice`],
    ['User', DEMO_OWNER_EMAIL],
    ['Password', password ?? `forgotten? tillgate user reset --email ${DEMO_OWNER_EMAIL}`],
  ]
}

/** The password of the new user; `undefined` where there is one. */
async function madeOwner({ store, clock, entityId }: DemoGiven): Promise<string | undefined> {
  if ((await store.read.userOfEmail(DEMO_OWNER_EMAIL)) !== undefined) return undefined
  const root = (await store.read.entityPath(entityId)).at(-1)
  const password = randomPassword()
  const passwordHash = await createPasswords().hash(password)
  if (root === undefined || isRefusal(passwordHash)) return undefined
  const of = {
    email: DEMO_OWNER_EMAIL,
    name: 'Demo owner',
    passwordHash,
    entityId: root.id,
  } as const
  const { changes } = newUser({ ...of, role: 'owner' }, clock.now())
  const { applied } = await store.commit(changes)
  return applied ? password : undefined
}
