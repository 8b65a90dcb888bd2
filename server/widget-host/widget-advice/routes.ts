import { bodyOf } from '../../http/answer.ts'
import { queryText } from '../../http/query-text.ts'
import type { AnsweredRoute } from '../../http/route.ts'
import type { Clock } from '../../kernel/timers/clock.ts'
import { shownText } from '../../parameters/masking.ts'
import { type FrameChannelParts, frameChannel } from '../frame-channel.ts'
import { adviceFor } from './advice.ts'

/** Further words of one kind are ignored. */
const MAX_WORDS = 100

interface AdviceParts extends FrameChannelParts {
  readonly clock: Clock
}

/**
 * `GET /test/widget-advice?brands=…&options=…&members=…&locale=…&returns=here&unreadable=…&late=…&long=…&forms=0&checkoutId=…&entityId=…`: what the widget
 * writes to the console of a page in the test environment. The texts and the names to compare with stay
 * out of the script.
 */
export const widgetAdviceRoutes: readonly AnsweredRoute<AdviceParts>[] = [
  {
    method: 'get',
    path: '/test/widget-advice',
    access: 'open',
    testOnly: true,
    anyOrigin: true,
    docs: { leftOut: 'between the widget and the gateway' },
    async answer(request, parts) {
      const query = queryText(request)
      const checkoutId = query.get('checkoutId') || undefined
      const entityId = query.get('entityId') || undefined
      const { brands } = await frameChannel({ checkoutId, entityId }, parts)
      const lines = adviceFor({
        brands: wordsOf(query.get('brands')),
        options: wordsOf(query.get('options')),
        members: wordsOf(query.get('members')),
        locale: wordsOf(query.get('locale'))[0] ?? '',
        returnsHere: query.get('returns') === 'here',
        unreadable: wordsOf(query.get('unreadable')),
        long: wordsOf(query.get('long')),
        late: wordsOf(query.get('late')),
        hasForm: query.get('forms') !== '0',
        channelBrands: brands,
        namesChannel: checkoutId !== undefined || entityId !== undefined,
      })
      const meta = { ndc: request.ndc, atMs: parts.clock.now() }
      return { status: 200, body: bodyOf('000.000.100', meta, { before: { lines } }) }
    },
  },
]

/** A page may send a card number in any word, so words are masked like any echo. */
function wordsOf(text: string | null): string[] {
  const words = (text ?? '').split(/[\s,]+/).filter(Boolean)
  return words.slice(0, MAX_WORDS).map(shownText)
}
