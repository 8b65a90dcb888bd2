import type { RouteDocs } from '../../server/http/route.ts'
import { descriptionOf } from '../../server/results/catalogue.ts'

type Example = Readonly<Record<string, unknown>>

/** What refusals look like, by status; those of 400 stand with the other answers. */
export function refusalExample(status: string, subject: RouteDocs['subject']): Example | undefined {
  if (status === '404' && subject !== undefined) return notFound[subject]
  return status === '409' && subject === 'checkout' ? beingPaid : byStatus[status]
}

const REQUEST = '5d1e0f6a7b8c49d2a3e4f5061728394a'

/** The entity of such a request is not known yet. */
function refused(code: string, description = descriptionOf(code)): Example {
  return {
    result: { code, description },
    buildNumber: '4651cab1f0c9d2b7a6e5d4c3b2a190817263544f@2026-11-20 14:00:00 +0000 v0.1.0',
    timestamp: '2026-11-20 15:00:00+0000',
    ndc: REQUEST,
  }
}

const byStatus: Readonly<Record<string, Example>> = {
  401: refused('800.900.300', 'Send the header Authorization: Bearer <access token>'),
  403: refused('800.900.301', 'This access token may not use the given entityId'),
  404: refused('700.400.580'),
  409: refused(
    '800.600.100',
    'A request with this Idempotency-Key is still running: send it again in a second for its answer',
  ),
  413: refused('200.300.404', 'The body is larger than 1 MiB: send fewer or shorter parameters'),
  415: refused(
    '200.300.404',
    'Content-Type "text/plain" is not read here: send application/x-www-form-urlencoded; charset=UTF-8, or application/json',
  ),
  429: refused(
    '800.120.100',
    'Too many requests: at most 600 queries of this access token are answered in 60 seconds; retry in 31 seconds',
  ),
  500: refused(
    '999.999.999',
    `Something failed inside the gateway; the logs know it as ${REQUEST}`,
  ),
  503: refused(
    '800.120.100',
    'The gateway is overloaded; nothing was done: send the request again in a second',
  ),
  default: refused('200.300.403', 'PUT is not possible here: use GET or POST'),
}

const notFound: Readonly<Record<NonNullable<RouteDocs['subject']>, Example>> = {
  payment: refused('700.400.580'),
  authentication: refused('700.400.580'),
  'risk check': refused('700.400.580'),
  aggregation: refused(
    '700.400.580',
    'There is no such aggregation, or it belongs to another merchant',
  ),
  'settlement file': refused('700.400.580', 'There is no such settlement file'),
  payout: refused('700.400.580', 'There is no such payout'),
  'settlement line': refused('700.400.580', 'There is no such settlement line'),
  checkout: refused(
    '200.300.404',
    'No payment session found: this checkout id never existed here: is it one of another environment (test or live) or gateway?',
  ),
  webhook: refused('200.300.404', 'There is no webhook with this id'),
  session: refused('700.400.580', 'There is no such session'),
  user: refused('700.400.580', 'There is no such user'),
  invitation: refused('700.400.580', 'There is no such invitation'),
  dispute: refused('700.400.580', 'There is no such dispute or payment'),
  entity: refused('700.400.580', 'There is no such entity'),
  'access token': refused('700.400.580', 'There is no such access token'),
  'connector account': refused('700.400.580', 'There is no such connector account'),
  block: refused('700.400.580', 'There is no such block of this entity'),
  request: refused('700.400.580', 'There is no such request'),
  schedule: refused(
    '100.360.303',
    'Schedule unknown: was it made by another merchant, environment (test or live) or gateway?',
  ),
  registration: refused(
    '100.150.200',
    'Registration unknown: was it stored by another channel, environment (test or live) or gateway?',
  ),
}

const beingPaid = refused('800.110.100', 'Another payment of this checkout is under way')
