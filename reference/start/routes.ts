import type { ServedRoute } from '../../server/http/route.ts'
import { documentReply, pageDocument } from '../pages/document-reply.ts'
import { type StartParts, startPage } from './page.ts'

/** `GET /`: shows somebody who opens the gateway's address in a browser where to go on. */
export const startRoutes: readonly ServedRoute<StartParts>[] = [
  {
    method: 'get',
    path: '/',
    access: 'open',
    docs: { leftOut: 'a page that leads to the others' },
    serve: (parts) => documentReply(() => pageDocument(startPage(parts))),
  },
]
