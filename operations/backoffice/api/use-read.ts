import { useCallback, useEffect, useState } from 'preact/hooks'
import { type Failure, type Form, read } from './request.ts'

/** What a page knows of an answer that it waits for. */
export interface Reading<Body> {
  /** The newest answer; while another one is on its way, the one before of the same path. */
  readonly body: Body | undefined
  readonly failure: Failure | undefined
  readonly isLoading: boolean
  reload(): void
  /** Puts an answer in the place of the one that was read. */
  replace(body: Body): void
}

/** Reads when a page is shown, and again when its query changes. `undefined`: nothing to read yet. */
export function useRead<Body>(path: string | undefined, query: Form = {}): Reading<Body> {
  const asked = JSON.stringify(query)
  const [state, setState] = useState<State<Body>>({ isLoading: path !== undefined })
  const [round, setRound] = useState(0)
  // `round` asks for the same once more.
  useEffect(() => {
    if (path === undefined) return
    const ending = new AbortController()
    setState((before) => ({
      ...(before.path === path && before.body !== undefined ? { path, body: before.body } : {}),
      isLoading: true,
    }))
    void read<Body>(path, JSON.parse(asked) as Form, ending.signal).then((answer) => {
      if (ending.signal.aborted) return
      setState((before) =>
        answer.ok
          ? { path, body: answer.body, isLoading: false }
          : { ...before, failure: answer.failure, isLoading: false },
      )
    })
    return () => ending.abort()
  }, [path, asked, round])
  const reload = useCallback(() => setRound((before) => before + 1), [])
  const replace = useCallback(
    (body: Body) => setState((before) => ({ ...before, body, isLoading: false })),
    [],
  )
  return {
    body: state.path === path ? state.body : undefined,
    failure: state.failure,
    isLoading: state.isLoading,
    reload,
    replace,
  }
}

interface State<Body> {
  readonly path?: string
  readonly body?: Body
  readonly failure?: Failure
  readonly isLoading: boolean
}
