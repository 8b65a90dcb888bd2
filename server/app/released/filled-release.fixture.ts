import { createSumWork } from '../../../operations/payment-sums/sum-work.ts'
import { sharedClock } from '../../kernel/timers/clock.ts'
import type { Store } from '../../store/port.ts'
import {
  delivery,
  deliveryAttempt,
  invitation,
  reconciliationTarget,
  session,
  webhook,
} from '../../store/testing/sample-rows.ts'
import { AN_HOUR_LATER_MS, run } from '../cli/command.fixture.ts'
import { fillStore } from '../cli/sample-database.fixture.ts'
import { RELEASED_KEY } from './released-databases.fixture.ts'

const WORKS = { error: () => undefined }

/** Fills a new database with what a version keeps for later ones: payments, people, a webhook, sums, audit. */
export async function fillRelease(address: string, open: () => Promise<Store>): Promise<void> {
  const { debit } = await fillStore(await open(), { masterKey: RELEASED_KEY })
  const store = await open()
  const { entityId = '' } = (await store.read.payment(debit)) ?? {}
  await store.close()
  const person = ['--email', 'jane@shop.example', '--entity', entityId, '--role', 'owner']
  await run(['user', 'create', ...person, '--database', address])
  await addOthers(await open(), { entityId, paymentId: debit })
}

async function addOthers(
  store: Store,
  { entityId, paymentId }: { readonly entityId: string; readonly paymentId: string },
): Promise<void> {
  const { id: userId = '' } = (await store.read.userOfEmail('jane@shop.example')) ?? {}
  const told = webhook({ entityId })
  const of = { webhookId: told.id, entityId, subjectId: paymentId }
  const sent = delivery({ ...of, state: 'delivered', attempts: 1 })
  const written = await store.commit([
    { kind: 'insertSession', row: session(userId, { entityId }) },
    { kind: 'insertInvitation', row: invitation(entityId) },
    { kind: 'insertWebhook', row: told },
    { kind: 'insertDelivery', row: sent },
    { kind: 'insertDeliveryAttempt', row: deliveryAttempt(sent.id) },
    { kind: 'insertReconciliationTarget', row: reconciliationTarget(entityId) },
  ])
  if (!written.applied) throw new Error(JSON.stringify(written))
  const clock = sharedClock({ now: () => AN_HOUR_LATER_MS })
  while (await createSumWork({ store, clock, log: WORKS }).run());
  await store.close()
}
