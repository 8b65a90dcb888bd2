import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { labelled } from '../texts/texts.ts'
import { Icon } from './icon.tsx'

/** Between a panel and the end of the window, in pixels. */
const MARGIN = 8

/** A button with a panel under it, which closes when the person goes elsewhere. */
export function DropDown(props: {
  readonly text: string
  /** What is chosen by it, for screen readers, where the text does not say so. */
  readonly label?: string
  /** Something in it is chosen. */
  readonly isSet: boolean
  /** What is wrong with what is chosen. */
  readonly error?: string | undefined
  readonly onOpen?: () => void
  readonly children: ComponentChildren
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(false)
  const [overflow, setOverflow] = useState(0)
  useEffect(() => {
    const close = ({ target }: Event) => {
      const element = details.current
      if (element !== null && !element.contains(target as Node)) element.open = false
    }
    addEventListener('pointerdown', close)
    addEventListener('focusin', close)
    return () => {
      removeEventListener('pointerdown', close)
      removeEventListener('focusin', close)
    }
  }, [])
  return (
    <details
      ref={details}
      class="relative"
      onToggle={({ currentTarget }) => {
        const { left } = currentTarget.getBoundingClientRect()
        const isRight = left > innerWidth / 2
        const end = left + (panel.current?.offsetWidth ?? 0) + MARGIN
        setAtEnd(isRight)
        setOverflow(isRight ? 0 : Math.max(0, end - innerWidth))
        if (currentTarget.open) props.onOpen?.()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && details.current !== null) {
          details.current.open = false
          details.current.querySelector('summary')?.focus()
        }
      }}
    >
      <summary
        class="field-small flex max-w-72 list-none items-center gap-1.5 whitespace-nowrap"
        data-set={props.isSet}
        data-bad={props.error !== undefined}
      >
        {props.error !== undefined && <Icon name="warn" class="size-3.5" />}
        {props.label !== undefined && <span class="sr-only">{labelled(props.label, '')}</span>}
        <span class="min-w-0 truncate">{props.text}</span>
        <Icon name="down" class="size-3.5" />
      </summary>
      <div
        ref={panel}
        style={{ marginInlineStart: `${-overflow}px` }}
        class={`panel absolute top-full z-10 mt-1 flex w-64 max-w-[80vw] flex-col gap-3 p-3 ${
          isAtEnd ? 'end-0' : 'start-0'
        }`}
      >
        {props.children}
        {props.error !== undefined && (
          <p role="alert" class="flex items-start gap-1 text-bad">
            <Icon name="warn" class="mt-0.5 size-3.5" />
            {props.error}
          </p>
        )}
      </div>
    </details>
  )
}
