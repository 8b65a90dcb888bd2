import type { ComponentChildren } from 'preact'
import type { Reading } from '../api/use-read.ts'
import { FailureNotice, Skeleton } from './notice.tsx'

/** A panel for an answer: grey rows while it is on its way, what went wrong, or its content. */
export function Loaded<Body>(props: {
  readonly reading: Reading<Body>
  /** How many rows the content will have about. */
  readonly rows: number
  readonly children: (body: Body) => ComponentChildren
}) {
  const { body, failure, isLoading, reload } = props.reading
  return (
    <div class="panel min-w-0 overflow-hidden">
      {failure !== undefined && <FailureNotice failure={failure} retry={reload} />}
      {body === undefined && isLoading && <Skeleton rows={props.rows} />}
      {body !== undefined && props.children(body)}
    </div>
  )
}
