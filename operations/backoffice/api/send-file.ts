import { actionOf } from './actions.ts'
import { type Answer, addressOf, type Form, notInTable, requestAnswer } from './request.ts'

/** Sends a file as it is; its parameters stand in the address. The gateway takes the same bytes once. */
export async function sendFile<Body>(path: string, query: Form, file: Blob): Promise<Answer<Body>> {
  if (actionOf('POST', path) === undefined) return notInTable('POST', path)
  return requestAnswer(addressOf(path, query), {
    method: 'POST',
    headers: { 'x-tillgate-request': '1', 'content-type': 'text/csv' },
    body: file,
  })
}
