import { type Command, CommandFault, type Words } from '../../cli/command.ts'
import { configOf, DATABASE_HELP, databaseOption } from '../../cli/databases.ts'
import { withStore } from '../../cli/open-entities.ts'
import type { Route } from '../../http/route.ts'

/** A request as the words of the command say it. */
interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly parameters: URLSearchParams
}

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
    const routes = await administrationRoutes()
    const route = routes.find((one) => isAsked(one, request))
    if (route === undefined) throw new CommandFault(2, unknownRoute(request, routes))
    // The route itself is in the audit log, with its parameters as it may show them.
    const unaudited = { ...context, auditLog: () => undefined }
    return withStore(words, unaudited, async (store) => {
      const asked = { route, path: request.path, parameters: request.parameters }
      const { status, body } = await context.askRoute(asked, store, configOf(words, context))
      context.print(JSON.stringify(body, undefined, 2))
      return status < 400 ? 0 : 1
    })
  },
}

/** The routes that access tokens of administrators may ask. */
async function administrationRoutes(): Promise<readonly Route<never>[]> {
  const { gatewayRoutes } = await import('../routes.ts')
  const routes = gatewayRoutes(true) as readonly Route<never>[]
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

function isAsked({ method, path }: Route<never>, request: ApiRequest): boolean {
  const shape = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?#]+')
  return method.toUpperCase() === request.method && new RegExp(`^${shape}$`).test(request.path)
}

/** Names the routes that begin alike. */
function unknownRoute({ method, path }: ApiRequest, routes: readonly Route<never>[]): string {
  const [, , , first = ''] = path.split('/')
  const alike = routes
    .filter((route) => route.path.split('/')[3] === first)
    .map((route) => `${route.method.toUpperCase()} ${route.path}`)
  const known =
    alike.length === 0 ? 'see /docs/operations of a gateway' : `there are ${alike.join(', ')}`
  return `there is no route ${method} ${path}: ${known}`
}
