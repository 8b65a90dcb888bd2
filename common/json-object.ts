/** A JSON object with unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object with members: no list, no `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
