import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AUTHENTICATION_PAGE_PATH } from '../../common/authentication-wire.ts'

/** Codes by which the receiver's page ends a payment, each with a button of this name. */
const ENDS = { Confirm: '000.100.110', Refuse: '100.380.501' } as const

/** Another gateway that authenticates each cardholder on a page of its own. */
export interface AuthenticatingReceiver {
  readonly url: string
  /** Bodies that were posted to the issuer's method page. */
  readonly methodCalls: string[]
  close(): Promise<void>
}

interface Kept {
  readonly form: URLSearchParams
  code: string
}

export async function startAuthenticatingReceiver(): Promise<AuthenticatingReceiver> {
  const payments = new Map<string, Kept>()
  const methodCalls: string[] = []
  let url = ''

  function answer(id: string, { form, code }: Kept): object {
    const field = (name: string, value: string) => ({ name, value })
    const redirect = {
      url: url + AUTHENTICATION_PAGE_PATH,
      parameters: [field('id', id)],
      preconditions: [
        {
          origin: 'iframe#hidden',
          waitUntil: 'iframe#onload',
          description: 'Hidden iframe post for 3D Secure 2.0',
          method: 'POST',
          url: `${url}/method`,
          parameters: [field('threeDSMethodData', id)],
        },
      ],
    }
    const [amount, currency] = [form.get('amount'), form.get('currency')]
    const known = { id, amount, currency, result: { code, description: '' } }
    return code === '000.200.000' ? { ...known, redirect } : known
  }

  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await bodyOf(request))
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const id = form.get('id') ?? searchParams.get('id') ?? pathname.split('/').pop() ?? ''
    const kept = payments.get(id)
    if (pathname === '/v1/payments') {
      const made = String(payments.size + 1).padStart(32, '0')
      const payment = { form, code: '000.200.000' }
      payments.set(made, payment)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer(made, payment)))
    } else if (pathname === '/method') {
      methodCalls.push(form.get('threeDSMethodData') ?? '')
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end('<!doctype html><title>Method</title>')
    } else if (kept === undefined) {
      response.writeHead(404).end()
    } else if (pathname === AUTHENTICATION_PAGE_PATH) {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(id))
    } else if (pathname === '/end') {
      kept.code = searchParams.get('code') ?? ''
      response.writeHead(303, { location: kept.form.get('shopperResultUrl') ?? '' }).end()
    } else {
      const isFailure = kept.code.startsWith('1')
      response.writeHead(isFailure ? 400 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer(id, kept)))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    methodCalls,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function pageOf(id: string): string {
  const links = Object.entries(ENDS).map(
    ([name, code]) => `<a href="/end?id=${id}&code=${code}">${name}</a>`,
  )
  return `<!doctype html><html lang="en"><title>Receiver</title><h1>The receiver’s page</h1>${links.join(' ')}</html>`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
