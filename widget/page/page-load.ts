import { hasPageOptions } from '../options/page-options.ts'

/** The shopper of a page that never finishes loading must be able to pay. */
const OPTIONS_WITHIN_MS = 10_000

/** Whether the page may still set its options. */
export interface PageLoad {
  /** Resolves when all scripts of the page that may set options have run; undefined after that. */
  pending(): Promise<void> | undefined
  /** The page has handled its load event, or took too long. */
  isOver(): boolean
  end(): void
}

/**
 * Follows the load of the page. Pages set `wpwlOptions` in any script, at DOMContentLoaded, in
 * jQuery's `ready` or at load: `handled` is called after each of these handlers.
 */
export function watchLoad(handled: () => void): PageLoad {
  let isReady = document.readyState !== 'loading'
  let isOver = document.readyState === 'complete'
  let settle = () => {}
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })
  const timeout = isOver ? undefined : setTimeout(finish, OPTIONS_WITHIN_MS)
  let timer: ReturnType<typeof setTimeout> | undefined

  /** jQuery calls its `ready` handlers one task after the event. */
  function afterHandlers(then: () => void): () => void {
    return () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = setTimeout(then)
      })
    }
  }

  const onReady = afterHandlers(() => {
    isReady = true
    handled()
    pending()
  })
  const onLoad = afterHandlers(finish)

  function finish(): void {
    isReady = true
    isOver = true
    end()
    handled()
    settle()
  }

  function end(): void {
    clearTimeout(timeout)
    clearTimeout(timer)
    document.removeEventListener('DOMContentLoaded', onReady)
    removeEventListener('load', onLoad)
  }

  if (!isOver) {
    document.addEventListener('DOMContentLoaded', onReady)
    addEventListener('load', onLoad)
  }

  function pending(): Promise<void> | undefined {
    if (!isOver && !(isReady && hasPageOptions())) return settled
    settle()
    return undefined
  }

  return {
    pending,
    isOver: () => isOver,
    end,
  }
}
