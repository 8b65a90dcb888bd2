/** The milliseconds of `yyyy-MM-dd HH:mm:ss`, UTC, as the tables have accepted it. */
export function readTimestamp(timestamp: string): number {
  return Date.parse(`${timestamp.replace(' ', 'T')}Z`)
}
