import { forPeople } from '../../http/for-people.ts'
import type { Route } from '../../http/route.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import type { WebhookRouteParts } from './find-webhook.ts'
import { webhookRoutes } from './routes.ts'

const ofServers = [...webhookRoutes, ...deliveryRoutes]

/** The same under `/admin/v1`, for people, tokens of administrators and commands: with a right, and audited. */
export const peoplesRoutes = forPeople(ofServers, {
  read: 'webhooks.read',
  write: 'webhooks.write',
})

/** The one of what documents call `id` under `/v1`. */
export function peoplesRoute(id: string): Route<WebhookRouteParts> {
  const at = ofServers.findIndex(({ docs }) => 'id' in docs && docs.id === id)
  const route = peoplesRoutes[at]
  if (route === undefined) throw new Error(`There is no route ${id} for people`)
  return route
}
