import { MAX_FRAME_STYLE, MAX_FRAME_STYLES, MAX_FRAME_TEXT } from '../../common/frame-limits.ts'
import type { ToFrame } from '../../common/widget-wire.ts'

/** A message with texts and styles as long as a secured field takes them: it would ignore a longer one whole. */
export function withShortTexts<Message extends ToFrame>(message: Message): Message {
  if (message.kind === 'fault') return { ...message, message: shortText(message.message) }
  if (message.kind !== 'look') return message
  const { style, placeholderStyle, ...texts } = message.look
  const look = {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, shortText(text)])),
    style: shortStyle(style),
    placeholderStyle: shortStyle(placeholderStyle),
  }
  return { ...message, look }
}

function shortText(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_FRAME_TEXT)
}

function shortStyle(style: Readonly<Record<string, string>>): Record<string, string> {
  const short = Object.entries(style).filter(([, value]) => value.length <= MAX_FRAME_STYLE)
  return Object.fromEntries(short.slice(0, MAX_FRAME_STYLES))
}
