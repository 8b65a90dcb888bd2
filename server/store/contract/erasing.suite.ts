import { describe, expect, it } from 'vitest'
import type { Change, Store } from '../port.ts'
import {
  acquirerEvent,
  authentication,
  checkout,
  delivery,
  deliveryAttempt,
  idempotency,
  mail,
  payment,
  registration,
  schedule,
} from '../testing/sample-rows.ts'
import { applied, conflict, given, insertPayment, storeOfAllTests } from './open-store.ts'

export function describeErasing(open: () => Promise<Store>): void {
  describe('what is erased of a customer', () => {
    const store = storeOfAllTests(open)

    it('is the text of a row alone, and only while it is the one that was read', async () => {
      const paid = payment({ details: '{"customer":1}' })
      const [stored, plan] = [registration({ details: '{"a":1}' }), schedule({ request: '[1]' })]
      const [shown, known] = [checkout({ request: '[2]' }), acquirerEvent({ event: '{"b":1}' })]
      const asked = authentication(paid, { data: '{"c":1}' })
      const answered = idempotency({ answer: '{"d":1}' })
      await given(
        store(),
        insertPayment(paid),
        { kind: 'insertRegistration', row: stored },
        { kind: 'insertSchedule', row: plan },
        { kind: 'insertCheckout', row: shown },
        { kind: 'insertAcquirerEvent', row: known },
        { kind: 'insertAuthentication', row: asked },
        { kind: 'insertIdempotency', row: answered },
      )
      const { connector, eventId } = known
      const { scope, key } = answered
      const erased = (id: string, before: string) => ({ id, before, after: '{}' })
      const erase = (isRead: boolean): readonly Change[] => {
        const read = (text: string) => (isRead ? text : 'another text')
        return [
          { kind: 'erasePayment', ...erased(paid.id, read(paid.details)) },
          { kind: 'eraseRegistration', ...erased(stored.id, read(stored.details)) },
          { kind: 'eraseSchedule', ...erased(plan.id, read(plan.request)) },
          { kind: 'eraseCheckout', ...erased(shown.id, read(shown.request)) },
          { kind: 'eraseAuthentication', ...erased(asked.id, read(asked.data)) },
          {
            kind: 'eraseAcquirerEvent',
            connector,
            eventId,
            before: read(known.event),
            after: '{}',
          },
          { kind: 'eraseAnswer', scope, key, before: read('{"d":1}'), after: '{}' },
        ]
      }
      const { read } = store()
      const rows = () =>
        Promise.all([
          read.payment(paid.id),
          read.registration(stored.id),
          read.schedule(plan.id),
          read.checkout(shown.id),
          read.authentication(asked.id),
          read.acquirerEvent(connector, eventId),
          read.idempotency(scope, key),
        ])
      for (const [place, change] of erase(false).entries()) {
        const committed = await store().commit([...erase(true).slice(0, place), change])
        expect(committed).toEqual(conflict('version', place))
      }
      expect(await rows()).toEqual([paid, stored, plan, shown, asked, known, answered])
      expect(await store().commit(erase(true))).toEqual(applied)
      expect(await rows()).toEqual([
        { ...paid, details: '{}' },
        { ...stored, details: '{}' },
        { ...plan, request: '{}' },
        { ...shown, request: '{}' },
        { ...asked, data: '{}' },
        { ...known, event: '{}' },
        { ...answered, answer: '{}' },
      ])
    })

    it('are mails and deliveries with their attempts, whatever their state', async () => {
      const waiting = [mail({ state: 'waiting' }), mail({ state: 'waiting' })] as const
      const sent = delivery({ state: 'waiting' })
      const attempt = deliveryAttempt(sent.id)
      await given(
        store(),
        ...waiting.map((row) => ({ kind: 'ensureMail', row }) as const),
        { kind: 'insertDelivery', row: sent },
        { kind: 'insertDeliveryAttempt', row: attempt },
      )
      const erase: Change[] = [
        { kind: 'eraseMail', id: waiting[0].id },
        { kind: 'eraseDelivery', id: sent.id },
      ]
      expect(await store().commit(erase)).toEqual(applied)
      expect(await store().commit(erase)).toEqual(applied)
      const { read } = store()
      expect(await read.mail(waiting[0].id)).toBeUndefined()
      expect(await read.mail(waiting[1].id)).toEqual(waiting[1])
      expect(await read.delivery(sent.id)).toBeUndefined()
    })
  })
}
