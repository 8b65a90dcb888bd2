import { isBodyFault, parseFormBody, parseJsonBody } from '../flat-body.ts'
import { strict } from '../requests.fixture.ts'
import { validate } from '../validate.ts'
import type { FuzzedRequest } from './fuzzed-request.fixture.ts'

/** Milliseconds for one body: to flat names and values, and from there through the tables. */
export interface ReadingTime {
  readonly parse: number
  readonly both: number
}

/** How often a body is read: what else the machine did meanwhile is not the reader's. */
const READINGS = 3

/** Reads a body as a route does, without the rest of the gateway; the quickest time counts. */
export function timeReading(request: FuzzedRequest): ReadingTime {
  const times = Array.from({ length: READINGS }, () => readOnce(request))
  return {
    parse: Math.min(...times.map(({ parse: time }) => time)),
    both: Math.min(...times.map(({ both }) => both)),
  }
}

function readOnce(request: FuzzedRequest): ReadingTime {
  const began = performance.now()
  const flat = parse(request)
  const parsed = performance.now()
  if (!isBodyFault(flat)) {
    validate(request.operation, flat, { ...strict, profile: request.profile })
  }
  return { parse: parsed - began, both: performance.now() - began }
}

function parse({ format, body }: FuzzedRequest) {
  return format === 'form' ? parseFormBody(body) : parseJsonBody(body.toString())
}
