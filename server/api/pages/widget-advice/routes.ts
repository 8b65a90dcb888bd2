import type { Clock } from '../../../engine/timers/clock.ts'
import { bodyOf } from '../../../wire/http/answer.ts'
import type { AnsweredRoute } from '../../../wire/http/route.ts'
import { shownText } from '../../../wire/parameters/masking.ts'
import { queryText } from '../query-text.ts'
import { adviceFor } from './advice.ts'

/** Further words of one kind are ignored. */
const MAX_WORDS = 100

/**
 * `GET /test/widget-advice?brands=…&options=…&forms=0`: what the widget writes to the console of a
 * page in the test environment. The texts and the names to compare with stay out of the script.
 */
export const widgetAdviceRoutes: readonly AnsweredRoute<{ readonly clock: Clock }>[] = [
  {
    method: 'get',
    path: '/test/widget-advice',
    access: 'open',
    testOnly: true,
    anyOrigin: true,
    docs: { leftOut: 'between the widget and the gateway' },
    answer(request, { clock }) {
      const query = queryText(request)
      const lines = adviceFor({
        brands: wordsOf(query.get('brands')),
        options: wordsOf(query.get('options')),
        hasForm: query.get('forms') !== '0',
      })
      const meta = { ndc: request.ndc, atMs: clock.now() }
      return { status: 200, body: bodyOf('000.000.100', meta, { before: { lines } }) }
    },
  },
]

/** A page may have put a card number anywhere: what is said of a word is masked like any echo. */
function wordsOf(text: string | null): string[] {
  const words = (text ?? '').split(/[\s,]+/).filter(Boolean)
  return words.slice(0, MAX_WORDS).map(shownText)
}
