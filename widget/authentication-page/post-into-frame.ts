/** Posts a form into a frame, by its name. */
export function postIntoFrame(
  frame: HTMLIFrameElement,
  url: string,
  fields: Readonly<Record<string, string>>,
): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  form.target = frame.name
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}

let count = 0

/** A frame with a name of its own, so that a late post of an earlier one never reaches it. */
export function createFrame(title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  count += 1
  frame.name = `issuer-${count}`
  frame.title = title
  return frame
}

/** Reads an event as the message of a notification document in this frame: same origin, same window. */
export function isFromFrame(event: MessageEvent, frame: HTMLIFrameElement): boolean {
  return event.origin === location.origin && event.source === frame.contentWindow
}
