/** The same functions, each followed by another. */
export function followedBy<Functions extends object>(
  functions: Functions,
  then: () => void,
): Functions {
  const followed = Object.entries(functions).map(([name, each]) => [
    name,
    (...given: unknown[]) => {
      const result = (each as (...given: unknown[]) => unknown)(...given)
      then()
      return result
    },
  ])
  return Object.fromEntries(followed)
}
