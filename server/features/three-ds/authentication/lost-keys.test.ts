import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../../simulation/memory-store/open-memory-store.ts'
import { withoutShortLivedKeys } from '../../../store/testing/lost-keys.fixture.ts'
import { cardPayment, startTestGateway } from '../../../testing/gateway.fixture.ts'
import {
  browser,
  challenge,
  ENROLLED,
  ScriptedDirectory,
  sendResult,
} from './authentication.fixture.ts'

it('a payment whose security code is lost during its authentication is not charged', async () => {
  const directory = new ScriptedDirectory()
  const store = openMemoryStore()
  const before = await startTestGateway({ store, threeDsServer: directory })
  directory.answer(challenge)
  const waiting = await before.post('/v1/payments', {
    ...cardPayment(before.demo.entityId, { 'card.number': ENROLLED }),
    ...browser,
    shopperResultUrl: 'https://shop.example/result',
  })
  expect(waiting.body.result.code).toBe('000.200.000')
  const [asked] = directory.asked
  if (asked === undefined) throw new Error('The directory was not asked')

  const after = await startTestGateway({
    store: withoutShortLivedKeys(store),
    threeDsServer: directory,
  })
  await sendResult(after, asked)
  const { status, body } = await after.get(`/v1/payments/${waiting.body.id}`)
  expect([status, body.result.code]).toEqual([400, '700.500.004'])
  expect(await store.read.payment(waiting.body.id)).toMatchObject({
    state: 'failed',
    capturedMinor: 0,
  })
  await before.close()
  await after.close()
})
