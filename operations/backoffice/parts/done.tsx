import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { told } from '../api/told.ts'
import { Icon } from './icon.tsx'

/** What was done on this page last. */
export function Done() {
  const { path } = useLocation()
  const last = told.value
  useEffect(() => {
    if (told.peek()?.path !== location.pathname) told.value = undefined
  }, [path])
  if (last === undefined || last.path !== location.pathname) return null
  return <Message key={last.number} text={last.text} />
}

/** The button that did it is perhaps no more: the focus goes here, and it is read out. */
function Message({ text }: { readonly text: string }) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <p ref={message} role="status" tabIndex={-1} class="no-print panel px-4 py-3 font-medium">
      <Icon name="tick" class="me-2 inline text-good" />
      {text}
    </p>
  )
}
