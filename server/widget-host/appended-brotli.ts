import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress } from 'node:zlib'

const compressWhole = promisify(brotliCompress)

/** Longest text that fits the four length nibbles of an uncompressed meta-block (RFC 7932, 9.2). */
const MAX_TAIL_BYTES = 0x10000

/** ISLAST and ISLASTEMPTY set: the end of a brotli stream. */
const END_OF_STREAM = Buffer.from([0x03])

/**
 * Compresses the part of a text that is the same for everyone once, at the best quality, so that a
 * short tail can be added per answer: compressing the whole script anew takes 100 ms at that quality.
 */
export function compressPrefix(prefix: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const encoder = createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: prefix.length,
      },
    })
    encoder.on('data', (chunk: Buffer) => chunks.push(chunk))
    encoder.on('error', reject)
    encoder.write(prefix)
    encoder.flush(constants.BROTLI_OPERATION_FLUSH, () => resolve(Buffer.concat(chunks)))
  })
}

/** Ends a stream begun by `compressPrefix` with `tail` as an uncompressed meta-block. */
export function appendTail(compressedPrefix: Buffer, tail: Buffer): Buffer {
  if (tail.length === 0 || tail.length > MAX_TAIL_BYTES) {
    throw new RangeError(`A tail has 1 to ${MAX_TAIL_BYTES} bytes, not ${tail.length}`)
  }
  // ISLAST = 0, MNIBBLES = 4, MLEN − 1 in 16 bits, ISUNCOMPRESSED = 1, then zeros up to the byte.
  const header = Buffer.alloc(3)
  header.writeUIntLE(((tail.length - 1) << 3) | (1 << 19), 0, 3)
  return Buffer.concat([compressedPrefix, header, tail, END_OF_STREAM])
}

/** A whole text, quickly: for large ones. */
export function compressQuickly(text: Buffer): Promise<Buffer> {
  return compressWhole(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** A whole small text at the best quality, a tenth smaller than quickly: for files that stay as they are. */
export function compressBest(text: Buffer): Promise<Buffer> {
  return compressWhole(text)
}
