/**
 * Resolves in a task of its own: until then the browser sends requests, paints and takes the shopper's
 * input. Not a timer, because those of hidden tabs run once a second.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })
}
