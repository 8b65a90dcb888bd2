import * as defences from '../payments/defences.ts'
import * as modify from '../payments/modify.ts'
import { checkMerchantAccount, type MethodParams, pay } from '../payments/pay.ts'
import { completeRedirect } from '../payments/redirects.ts'
import { forgetMethod, listStoredMethods } from '../payments/stored-methods.ts'
import * as disputes from '../requests/disputes.ts'
import * as modifications from '../requests/modifications.ts'
import { required } from '../requests/parts.ts'
import {
  detailsFields,
  METHOD_TYPES,
  METHODS,
  type MethodType,
  type PaymentParams,
  paymentFields,
  paymentMethodsFields,
} from '../requests/payments.ts'
import type { World } from '../world.ts'
import { type Fields, readFields, type ValuesOf } from './describe.ts'
import { ApiError, misbuilt, notConfigured } from './errors.ts'

/** What a request sent: its body, and what stands behind the question mark. */
export interface Sent {
  readonly body: unknown
  readonly query: URLSearchParams
}

/** What answers a request. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Pieces of the path behind the version; `:id` is a reference of Adyen. */
  readonly path: readonly string[]
  readonly status: number
  /** Names of the published descriptions of its body and its answer. */
  readonly request?: string
  readonly answer?: string
  /** Checks the request as far as its description goes, and leaves what does it. */
  readonly read: (world: World, sent: Sent, id: string) => () => object | undefined
}

function posting<const Fs extends Fields>(
  path: string,
  [status, request, answer]: readonly [number, string, string],
  fields: Fs,
  handle: (world: World, params: ValuesOf<Fs>, id: string) => object,
): Route {
  return {
    method: 'POST',
    path: path.split('/'),
    status,
    request,
    answer,
    read(world, { body }, id) {
      const params = readFields(body, fields, request)
      return () => handle(world, params, id)
    },
  }
}

/** Which description `paymentMethod` has. A stored card needs no type. */
function methodTypeOf(method: unknown): MethodType {
  if (typeof method !== 'object' || method === null) {
    throw misbuilt("Required object 'paymentMethod' is not provided.")
  }
  const { type, storedPaymentMethodId } = method as Readonly<Record<string, unknown>>
  if (type === 'networkToken' || (type === undefined && storedPaymentMethodId !== undefined)) {
    return 'scheme'
  }
  const known = METHOD_TYPES.find((one) => one === type)
  if (known === undefined) throw notConfigured('905', 'Payment details are not supported', 500)
  return known
}

const payments: Route = {
  method: 'POST',
  path: ['payments'],
  status: 200,
  request: 'PaymentRequest',
  answer: 'PaymentResponse',
  read(world, { body }) {
    const type = methodTypeOf((body as { paymentMethod?: unknown } | null)?.paymentMethod)
    const fields = { ...paymentFields, paymentMethod: required(METHODS[type]) }
    const params = readFields(body, fields, 'PaymentRequest') as PaymentParams & {
      readonly paymentMethod: MethodParams
    }
    return () => pay(world, params, params.paymentMethod, type)
  },
}

const NAMES: Readonly<Record<MethodType, string>> = {
  scheme: 'Cards',
  sepadirectdebit: 'SEPA Direct Debit',
  ideal: 'iDEAL',
  eps: 'eps',
}

const paymentMethods = posting(
  'paymentMethods',
  [200, 'PaymentMethodsRequest', 'PaymentMethodsResponse'],
  paymentMethodsFields,
  (world, { merchantAccount }) => {
    checkMerchantAccount(world, merchantAccount)
    return { paymentMethods: world.account.methods.map((type) => ({ type, name: NAMES[type] })) }
  },
)

function shopperOf(world: World, { query }: Sent): string {
  const unknown = [...query.keys()].find((name) => !QUERY.has(name))
  if (unknown !== undefined) throw misbuilt(`Unexpected input: ${unknown}`)
  checkMerchantAccount(world, query.get('merchantAccount') ?? '')
  const shopperReference = query.get('shopperReference')
  if (shopperReference === null) throw misbuilt('Required field shopperReference is not provided.')
  return shopperReference
}

const QUERY = new Set(['merchantAccount', 'shopperReference'])

const storedMethods: readonly Route[] = [
  {
    method: 'GET',
    path: ['storedPaymentMethods'],
    status: 200,
    answer: 'ListStoredPaymentMethodsResponse',
    read(world, sent) {
      const shopperReference = shopperOf(world, sent)
      return () => listStoredMethods(world, shopperReference)
    },
  },
  {
    method: 'DELETE',
    path: ['storedPaymentMethods', ':id'],
    status: 204,
    read(world, sent, id) {
      const shopperReference = shopperOf(world, sent)
      return () => {
        forgetMethod(world, id, shopperReference)
        return undefined
      }
    },
  },
]

const ROUTES: readonly Route[] = [
  payments,
  posting(
    'payments/details',
    [200, 'PaymentDetailsRequest', 'PaymentDetailsResponse'],
    detailsFields,
    (world, { details }) => completeRedirect(world, details.redirectResult),
  ),
  posting(
    'payments/:id/captures',
    [201, 'PaymentCaptureRequest', 'PaymentCaptureResponse'],
    modifications.captureFields,
    modify.captureRequest,
  ),
  posting(
    'payments/:id/cancels',
    [201, 'PaymentCancelRequest', 'PaymentCancelResponse'],
    modifications.cancelFields,
    modify.cancelRequest,
  ),
  posting(
    'payments/:id/refunds',
    [201, 'PaymentRefundRequest', 'PaymentRefundResponse'],
    modifications.refundFields,
    modify.refundRequest,
  ),
  posting(
    'payments/:id/reversals',
    [201, 'PaymentReversalRequest', 'PaymentReversalResponse'],
    modifications.cancelFields,
    modify.reversalRequest,
  ),
  posting(
    'payments/:id/amountUpdates',
    [201, 'PaymentAmountUpdateRequest', 'PaymentAmountUpdateResponse'],
    modifications.amountUpdateFields,
    modify.amountUpdateRequest,
  ),
  posting(
    'cancels',
    [201, 'StandalonePaymentCancelRequest', 'StandalonePaymentCancelResponse'],
    modifications.technicalCancelFields,
    modify.technicalCancelRequest,
  ),
  paymentMethods,
  ...storedMethods,
]

/** The API for disputes. */
const OF_DISPUTES: readonly Route[] = [
  posting(
    'retrieveApplicableDefenseReasons',
    [200, 'DefenseReasonsRequest', 'DefenseReasonsResponse'],
    disputes.disputeFields,
    defences.applicableReasons,
  ),
  posting(
    'supplyDefenseDocument',
    [200, 'SupplyDefenseDocumentRequest', 'SupplyDefenseDocumentResponse'],
    disputes.supplyFields,
    defences.supplyDocuments,
  ),
  posting(
    'deleteDisputeDefenseDocument',
    [200, 'DeleteDefenseDocumentRequest', 'DeleteDefenseDocumentResponse'],
    disputes.deleteDocumentFields,
    defences.deleteDocument,
  ),
  posting(
    'defendDispute',
    [200, 'DefendDisputeRequest', 'DefendDisputeResponse'],
    disputes.defendFields,
    defences.defend,
  ),
  posting(
    'acceptDispute',
    [200, 'AcceptDisputeRequest', 'AcceptDisputeResponse'],
    disputes.disputeFields,
    defences.acceptLiability,
  ),
]

/** The APIs that are played, by what stands before the pieces of their paths: each has a version of its own. */
const APIS: Readonly<Record<string, readonly Route[]>> = {
  '/v71/': ROUTES,
  '/ca/services/DisputeService/v30/': OF_DISPUTES,
}

/** The route of a request, and the reference in its path. */
export function routeOf(method: string, path: string): { route: Route; id: string } {
  const [base = '', routes = []] = Object.entries(APIS).find(([one]) => path.startsWith(one)) ?? []
  const pieces = path.slice(base.length).split('/')
  for (const route of routes) {
    if (route.method !== method || route.path.length !== pieces.length) continue
    if (!route.path.every((piece, at) => piece === ':id' || piece === pieces[at])) continue
    return { route, id: pieces[route.path.indexOf(':id')] ?? '' }
  }
  throw new ApiError(404, 'Not Found', { errorCode: '000', errorType: 'validation' })
}
