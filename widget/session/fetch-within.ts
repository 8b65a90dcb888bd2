/**
 * Fetches without cookies and reads JSON, or rejects when that is not there in time: a server that takes
 * connections and answers nothing would hold the form for minutes.
 */
export async function fetchWithin(
  milliseconds: number,
  address: string,
  options: RequestInit,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), milliseconds)
  const { signal } = controller
  try {
    const response = await fetch(address, { credentials: 'omit', ...options, signal })
    return { status: response.status, body: await response.json() }
  } finally {
    clearTimeout(timer)
  }
}
