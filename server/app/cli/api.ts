import Fastify, { type FastifyInstance } from 'fastify'
import { operatorName } from '../../cli/audited-command.ts'
import { type Command, type CommandContext, CommandFault, type Words } from '../../cli/command.ts'
import { configOf, DATABASE_HELP, databaseOption } from '../../cli/databases.ts'
import { withStore } from '../../cli/open-entities.ts'
import type { AuditLog } from '../../entities/audit-log.ts'
import { SEEN_BY_NOBODY } from '../../entities/known-token.ts'
import { registerBodyParsers } from '../../http/bodies.ts'
import { answerErrors } from '../../http/errors.ts'
import { registerRoutes } from '../../http/register-routes.ts'
import type { Route } from '../../http/route.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { EntityRow, Store, TokenRow } from '../../store/port.ts'
import type { Services } from '../services.ts'

/** A request as the words of the command say it. */
interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly parameters: URLSearchParams
}

/** What the routes of a gateway are given, as far as those of the command ask for it. */
type ApiParts = Services & { readonly warnings: () => readonly string[] }

export const apiCommand: Command = {
  name: 'api',
  summary: 'asks a route of /admin/v1, without a running gateway',
  usage: 'METHOD PATH [NAME=VALUE …] [--database ADDRESS]',
  help: [
    'Does what the route does when it is asked over HTTP, by the same rules, in this process, and prints',
    'its answer as JSON. All routes and their parameters are in the reference (/docs/operations) and in',
    '/openapi.json; the audit log has what changes something, or is audited otherwise. The operator of',
    'the gateway may do all that an access token of an administrator may. Exit code 1 where it is refused.',
    '',
    '  METHOD      GET, POST or DELETE',
    '  PATH        such as /admin/v1/payments, or /payments for short',
    '  NAME=VALUE  a parameter; entityId names whom the request is for, where there are several PSPs',
    DATABASE_HELP,
  ],
  options: databaseOption,
  operands: ['METHOD', 'PATH'],
  further: 'NAME=VALUE',

  async run(words, context) {
    const request = requestOf(words)
    const config = configOf(words, context)
    const routes = await administrationRoutes()
    const route = routes.find((one) => isAsked(one, request))
    if (route === undefined) throw new CommandFault(2, unknownRoute(request, routes))
    // The route itself is in the audit log, with its parameters as it may show them.
    const unaudited = { ...context, auditLog: () => undefined }
    return withStore(words, unaudited, (store) => ask(request, route, { store, config, context }))
  },
}

/** The routes that access tokens of administrators may ask. */
async function administrationRoutes(): Promise<readonly Route<ApiParts>[]> {
  const { gatewayRoutes } = await import('../routes.ts')
  const routes = gatewayRoutes(true) as readonly Route<ApiParts>[]
  return routes.filter(
    (route) =>
      route.path.startsWith(`${API}/`) &&
      route.access === 'token' &&
      !('stream' in route) &&
      route.fileBody === undefined &&
      route.right !== 'signedIn',
  )
}

const API = '/admin/v1'

function requestOf({ operands }: Words): ApiRequest {
  const [method = '', path = '', ...sent] = operands
  const known = (['GET', 'POST', 'DELETE'] as const).find((one) => one === method.toUpperCase())
  if (known === undefined) throw new CommandFault(2, 'METHOD must be GET, POST or DELETE')
  const parameters = new URLSearchParams()
  for (const pair of sent) {
    const at = pair.indexOf('=')
    if (at < 1) throw new CommandFault(2, `${JSON.stringify(pair)} must be NAME=VALUE`)
    parameters.append(pair.slice(0, at), pair.slice(at + 1))
  }
  const whole = path.startsWith(`${API}/`) ? path : `${API}/${path.replace(/^\//, '')}`
  return { method: known, path: whole, parameters }
}

function isAsked({ method, path }: Route<ApiParts>, request: ApiRequest): boolean {
  const shape = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?#]+')
  return method.toUpperCase() === request.method && new RegExp(`^${shape}$`).test(request.path)
}

/** Names the routes that begin alike. */
function unknownRoute({ method, path }: ApiRequest, routes: readonly Route<ApiParts>[]): string {
  const [, , , first = ''] = path.split('/')
  const alike = routes
    .filter((route) => route.path.split('/')[3] === first)
    .map((route) => `${route.method.toUpperCase()} ${route.path}`)
  const known =
    alike.length === 0 ? 'see /docs/operations of a gateway' : `there are ${alike.join(', ')}`
  return `there is no route ${method} ${path}: ${known}`
}

interface Asking {
  readonly store: Store
  readonly config: Config
  readonly context: CommandContext
}

async function ask(
  request: ApiRequest,
  route: Route<ApiParts>,
  { store, config, context }: Asking,
): Promise<0 | 1> {
  const opened = await context.openServices(store, config)
  // The services of a gateway that serves nothing: what its routes are given.
  const services = opened.services as Services
  const operator = await operatorOf(request, services)
  const app = Fastify()
  try {
    answerErrors(app, services.clock, config.environment)
    registerBodyParsers(app)
    registerRoutes(app, [route], partsFor(operator, services))
    const { statusCode, body } = await inject(app, request)
    context.print(JSON.stringify(JSON.parse(body), undefined, 2))
    return statusCode < 400 ? 0 : 1
  } finally {
    await app.close()
    await opened.close()
  }
}

function inject(app: FastifyInstance, { method, path, parameters }: ApiRequest) {
  // Whoever it is: the operator is answered as the token's owner.
  const headers = { authorization: 'Bearer operator' }
  if (method !== 'POST') return app.inject({ method, url: `${path}?${parameters}`, headers })
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = parameters.toString()
  return app.inject({ method, url: path, headers: { ...headers, ...type }, payload })
}

function partsFor(operator: TokenRow, services: Services): ApiParts {
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

/** An access token that is nowhere: of the root of the entity that is named, or of the only root. */
async function operatorOf(
  { parameters }: ApiRequest,
  { store, clock }: Services,
): Promise<TokenRow> {
  const root = await rootOf(parameters.get('entityId'), store)
  return {
    hash: 'operator',
    entityId: root.id,
    label: `command (${operatorName()})`,
    administers: true,
    sealed: '',
    createdAtMs: clock.now(),
    ...SEEN_BY_NOBODY,
  }
}

async function rootOf(named: string | null, { read }: Store): Promise<EntityRow> {
  const roots =
    named === null ? await read.rootEntities() : (await read.entityPath(named)).slice(-1)
  const [root, ...others] = roots
  if (root !== undefined && others.length === 0) return root
  if (named !== null) throw new CommandFault(1, `there is no entity ${JSON.stringify(named)}`)
  throw new CommandFault(
    root === undefined ? 1 : 2,
    root === undefined
      ? 'there are no entities yet: see tillgate entity create --help'
      : 'there are several PSPs: name the entity as entityId=ID',
  )
}
