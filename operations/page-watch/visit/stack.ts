/** The address of the code that has caused something; empty where no script has. */
export function topOf(stack: unknown): string {
  const { callFrames, parent } = (stack ?? {}) as {
    readonly callFrames?: readonly { readonly url: string }[]
    readonly parent?: unknown
  }
  const named = callFrames?.find(({ url }) => url !== '')?.url
  if (named !== undefined) return named
  return parent === undefined ? '' : topOf(parent)
}
