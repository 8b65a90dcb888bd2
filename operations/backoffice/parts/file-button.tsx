import { useRef } from 'preact/hooks'
import { t } from '../texts/texts.ts'
import { Icon } from './icon.tsx'

/** Lets a person choose a file. The same one may be chosen again. */
export function FileButton(props: {
  readonly text: string
  /** Kinds of files, as the attribute `accept` has them. */
  readonly accept: string
  readonly isBusy: boolean
  /** No further file is taken. */
  readonly isFull?: boolean
  /** Beside fields of a line. */
  readonly isLow?: boolean
  readonly onFile: (file: File) => void
}) {
  const { text, accept, isBusy, isFull = false, isLow = false } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        class="sr-only"
        tabIndex={-1}
        aria-label={text}
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) props.onFile(file)
        }}
      />
      <button
        type="button"
        class={isLow ? 'button min-h-8' : 'button'}
        disabled={isBusy || isFull}
        onClick={() => input.current?.click()}
      >
        <Icon name="upload" />
        {isBusy ? t('state.busy') : text}
      </button>
    </>
  )
}
