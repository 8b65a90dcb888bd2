import type { Store } from './objects/store.ts'
import type { Event, StripeObject } from './objects/types.ts'

interface EventParts {
  readonly store: Store
  readonly newId: (prefix: string) => string
  readonly seconds: () => number
  readonly livemode: boolean
  readonly version: string
  readonly current: { readonly requestId: string | null; readonly idempotencyKey: string | null }
}

/** Writes events. Who sends them to endpoints listens. */
export function createEvents(parts: EventParts) {
  const { store, newId, seconds, livemode, version, current } = parts
  const listeners: ((event: Event) => void)[] = []
  const ids: string[] = []

  return {
    /** An event about an object as it is now; `previous`: the members that were different. */
    emit(type: string, object: StripeObject, previous?: Readonly<Record<string, unknown>>): Event {
      const event = store.add<Event>({
        id: newId('evt'),
        object: 'event',
        api_version: version,
        created: seconds(),
        data: {
          object: structuredClone(object),
          ...(previous === undefined ? {} : { previous_attributes: previous }),
        },
        livemode,
        pending_webhooks: 0,
        request: { id: current.requestId, idempotency_key: current.idempotencyKey },
        type,
      })
      ids.push(event.id)
      for (const listener of listeners) listener(event)
      return event
    },
    /** How many there are, and the ids of those that came after so many. */
    count: () => ids.length,
    idsAfter: (count: number): readonly string[] => ids.slice(count),
    listen: (listener: (event: Event) => void) => void listeners.push(listener),
  }
}

export type Events = ReturnType<typeof createEvents>
