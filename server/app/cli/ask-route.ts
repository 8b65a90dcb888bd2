import Fastify, { type FastifyInstance } from 'fastify'
import { operatorName } from '../../cli/audited-command.ts'
import {
  type CommandContext,
  CommandFault,
  type RouteReply,
  type RouteRequest,
} from '../../cli/command.ts'
import type { AuditLog } from '../../entities/audit-log.ts'
import { operatorToken } from '../../entities/operator-token.ts'
import { registerBodyParsers } from '../../http/bodies.ts'
import { answerErrors } from '../../http/errors.ts'
import { registerRoutes } from '../../http/register-routes.ts'
import type { Route } from '../../http/route.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { EntityRow, Store, TokenRow } from '../../store/port.ts'
import type { Services } from '../services.ts'

/** What the routes of a gateway are given, as far as those of a command ask for it. */
type RouteParts = Services & { readonly warnings: () => readonly string[] }

interface Asking {
  readonly store: Store
  readonly config: Config
  readonly openServices: CommandContext['openServices']
}

/** See `CommandContext.askRoute`. */
export async function askRoute(
  request: RouteRequest,
  { store, config, openServices }: Asking,
): Promise<RouteReply> {
  const roots = await rootsFor(request, store)
  const opened = await openServices(store, config)
  // The services of a gateway that serves nothing: what its routes are given.
  const services = opened.services as Services
  try {
    let reply: RouteReply | undefined
    // Of several PSPs one has what a path names.
    for (const root of roots) {
      reply = await askAs(root, request, { config, services })
      if (reply.status !== 404) break
    }
    if (reply === undefined) throw new CommandFault(1, NO_ENTITIES)
    return reply
  } finally {
    await opened.close()
  }
}

const NO_ENTITIES = 'there are no entities yet: see tillgate entity create --help'

async function askAs(
  root: EntityRow,
  { route, path, parameters }: RouteRequest,
  { config, services }: { readonly config: Config; readonly services: Services },
): Promise<RouteReply> {
  const label = `command (${operatorName()})`
  const operator = operatorToken(root, label, services.clock.now())
  const app = Fastify()
  try {
    answerErrors(app, services.clock, config.environment)
    registerBodyParsers(app)
    registerRoutes(app, [route as Route<RouteParts>], partsFor(operator, services))
    const { statusCode, body } = await inject(app, { method: route.method, path, parameters })
    return { status: statusCode, body: JSON.parse(body) }
  } finally {
    await app.close()
  }
}

function inject(
  app: FastifyInstance,
  { method, path, parameters }: Pick<RouteRequest, 'path' | 'parameters'> & { method: string },
) {
  const asked = method.toUpperCase() as 'GET' | 'POST' | 'DELETE'
  // Whoever it is: the operator is answered as the token's owner.
  const headers = { authorization: 'Bearer operator' }
  if (asked !== 'POST') {
    return app.inject({ method: asked, url: `${path}?${parameters}`, headers })
  }
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = parameters.toString()
  return app.inject({ method: asked, url: path, headers: { ...headers, ...type }, payload })
}

function partsFor(operator: TokenRow, services: Services): RouteParts {
  const access = { ...services.access, authenticate: async () => operator }
  const parts = { ...services, access, warnings: () => [] }
  const { audit }: { readonly audit: AuditLog | undefined } = services
  return audit === undefined ? parts : Object.assign(parts, { audit: asOperator(audit, operator) })
}

/** Entries name the operator of this machine as other commands do, and no address. */
function asOperator(audit: AuditLog, { label: actor }: TokenRow): AuditLog {
  return {
    record({ address: _address, ...action }, result) {
      return audit.record({ ...action, actor }, result)
    },
  }
}

/** The PSPs that the request may be for: that of the entity it names, that of what its path names, or the only one. */
async function rootsFor(
  { route, parameters }: RouteRequest,
  { read }: Store,
): Promise<readonly EntityRow[]> {
  const named = parameters.get('entityId')
  if (named !== null) {
    const path = await read.entityPath(named)
    if (path.length > 0) return path.slice(-1)
    throw new CommandFault(
      1,
      `there is no entity ${JSON.stringify(named)}: see tillgate entity list`,
    )
  }
  const roots = await read.rootEntities()
  if (roots.length > 1 && !route.path.includes('{')) {
    throw new CommandFault(2, 'there are several PSPs: name the entity as entityId=ID')
  }
  return roots
}
