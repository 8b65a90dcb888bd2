import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { MAX_BODY_BYTES } from '../parameters/limits.ts'
import type { Refusal } from '../results/refusal.ts'
import type { BodyBudget } from './body-budget.ts'

/** A body that is not read to its end. */
export class RefusedBodyError extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.description)
    this.refusal = refusal
  }
}

/** One error for each refusal: in a flood, new stack traces would cost more than the answers. */
const refusedBodies = new Map<Refusal, RefusedBodyError>()

function refusedBody(refusal: Refusal): RefusedBodyError {
  const known = refusedBodies.get(refusal) ?? new RefusedBodyError(refusal)
  refusedBodies.set(refusal, known)
  return known
}

/** A body above the limit of a single body. */
class LargeBodyError extends Error {
  readonly statusCode = 413
}

/** The request was cut off by its client. */
class BrokenBodyError extends Error {
  readonly statusCode = 400
}

/** Reads a body whole, within the limit of one body and the budget of all. */
export function readBody(
  request: FastifyRequest,
  payload: Readable,
  budget: BodyBudget,
  done: (error: Error | null, body: Buffer) => void,
): void {
  const body = new GrowingBuffer()
  const ended = (error: Error | null) => {
    payload.off('data', onData).off('end', onEnd).off('error', onError)
    // The rest of a refused body is not read: the connection ends with the answer.
    if (error !== null) payload.pause()
    done(error, body.bytes())
  }
  const onEnd = () => ended(null)
  const onError = (cause: Error) => ended(new BrokenBodyError(cause.message, { cause }))
  const onData = (chunk: Buffer) => {
    const length = body.length + chunk.length
    if (length > MAX_BODY_BYTES) return ended(new LargeBodyError())
    const refusal = budget.hold(request, length)
    if (refusal !== undefined) return ended(refusedBody(refusal))
    body.append(chunk)
  }
  const announced = Number(request.headers['content-length'])
  if (announced > MAX_BODY_BYTES) ended(new LargeBodyError())
  else payload.on('data', onData).on('end', onEnd).on('error', onError)
}

const EMPTY = Buffer.alloc(0)

/** Capacity after a second chunk, at least. */
const MIN_CAPACITY = 16 * 1024

/**
 * Bytes that arrive in chunks. A list of chunks would need a million objects of some 200 bytes for a
 * body of 1 MiB that arrives byte by byte; this needs twice the bytes of the body at most.
 */
class GrowingBuffer {
  #buffer: Buffer = EMPTY
  #length = 0

  get length(): number {
    return this.#length
  }

  append(chunk: Buffer): void {
    const length = this.#length + chunk.length
    if (this.#length === 0) {
      // Most bodies are one chunk: it is not copied.
      this.#buffer = chunk
    } else {
      if (length > this.#buffer.length) this.#grow(length)
      chunk.copy(this.#buffer, this.#length)
    }
    this.#length = length
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  #grow(length: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(MIN_CAPACITY, 2 * length))
    this.#buffer.copy(grown, 0, 0, this.#length)
    this.#buffer = grown
  }
}
