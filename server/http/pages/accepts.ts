import type { FastifyRequest } from 'fastify'

/** Whether the browser takes a content coding: named, and not with the weight 0 (RFC 9110, 12.5.3). */
export function accepts(request: FastifyRequest, coding: 'br' | 'gzip'): boolean {
  const accepted = String(request.headers['accept-encoding'] ?? '').split(',')
  return accepted.some((one) => {
    const [name, weight] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === coding && !/^q=0(?:\.0*)?$/.test(weight ?? '')
  })
}
