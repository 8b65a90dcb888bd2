import { toTree } from '../parameters/tree.ts'
import type { Form, TestGateway, WireAnswer } from './gateway.fixture.ts'
import { sendBare } from './merchants.fixture.ts'

export const ENCODINGS = ['form', 'json'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Posts the same parameters as a form, or as JSON with nested objects of the same names. */
export function postAs(
  gateway: TestGateway,
  encoding: Encoding,
  { path, form, token }: { readonly path: string; readonly form: Form; readonly token?: string },
): Promise<WireAnswer> {
  const bearer = token === undefined ? {} : { token }
  if (encoding === 'form') return sendBare(gateway, `POST ${path}`, { ...bearer, form })
  return sendBare(gateway, `POST ${path}`, {
    ...bearer,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toTree(JSON.parse(JSON.stringify(form)))),
  })
}
