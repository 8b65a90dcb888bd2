import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

/** A button with a panel under it, which closes when the person goes elsewhere. */
export function DropDown(props: {
  readonly text: string
  /** Something in it is chosen. */
  readonly isSet: boolean
  /** What is wrong with what is chosen. */
  readonly error?: string | undefined
  readonly children: ComponentChildren
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isAtEnd, setAtEnd] = useState(false)
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
      onToggle={({ currentTarget }) =>
        setAtEnd(currentTarget.getBoundingClientRect().left > innerWidth / 2)
      }
      onKeyDown={({ key }) => {
        if (key === 'Escape' && details.current !== null) {
          details.current.open = false
          details.current.querySelector('summary')?.focus()
        }
      }}
    >
      <summary
        class="field-small flex max-w-none list-none items-center gap-1.5 whitespace-nowrap"
        data-set={props.isSet}
        data-bad={props.error !== undefined}
      >
        {props.error !== undefined && <Icon name="warn" class="size-3.5" />}
        {props.text}
        <Icon name="down" class="size-3.5" />
      </summary>
      <div
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
