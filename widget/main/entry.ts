import { lendToFetched } from '../fetched/load-code.ts'
import { startWidget } from '../page/start-widget.ts'
import type { StartWidget } from '../start/started.ts'
import { kit } from './kit.ts'

declare const __TILLGATE_DEFINE__: (made: StartWidget) => void
/** Hashes of the code that this code loads. */
declare const __TILLGATE_PARTS__: string

lendToFetched(kit)
__TILLGATE_DEFINE__((started) =>
  startWidget({ ...started, boot: { ...started.boot, code: __TILLGATE_PARTS__ } }),
)
