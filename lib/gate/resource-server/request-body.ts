import { readBytes, uploadOf } from '@/lib/base/http/read-body'
import { readContentLength } from '@/lib/base/http/read-content-length'
import { isDomainError } from '@/lib/base/infra/domain-error'

/** The body of a request, which a route either holds whole before it works, or hands on as it comes. */
export type RequestBody = {
  /** Whether the route takes it, as far as that is known before it is handed on. */
  fits(): Promise<boolean>
  /** For the handler: the bytes, or a stream that can be had once. Null without a body, and where it does not fit. */
  open(): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null>
  /** What tells it from other bodies: its bytes, or what is said of one that nobody has read. */
  mark(): Promise<Uint8Array | string>
  /** Whether equal marks mean equal bodies. */
  isTold: boolean
}

/** Reads the body once, within the limit, and holds it. */
export function heldBody(request: Request, maxBytes: number): RequestBody {
  let read: Promise<Uint8Array<ArrayBuffer> | null> | null = null
  const bytes = () => (read ??= readBounded(request, maxBytes))
  return {
    fits: async () => (await bytes()) !== null,
    open: bytes,
    mark: async () => (await bytes()) ?? '',
    isTold: true,
  }
}

async function readBounded(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readBytes(request, { maxBytes }))
  } catch (error) {
    if (isDomainError(error) && error.code === 'BODY_TOO_LARGE') return null
    throw error
  }
}

/**
 * Leaves the body where it is until the handler reads it, and no part of it is kept. The stream fails with
 * `BODY_TOO_LARGE` or `BODY_TOO_SLOW`.
 */
export function streamedBody(request: Request, maxBytes: number): RequestBody {
  const stated = readContentLength(request)
  const digest = request.headers.get('content-digest')
  let isOpened = false
  return {
    fits: async () => stated === null || stated <= maxBytes,
    open: async () => {
      if (isOpened) throw new Error('A request body that is streamed can be read once.')
      isOpened = true
      return request.body && uploadOf(request.body, { maxBytes })
    },
    mark: async () => `${stated ?? ''}\n${request.headers.get('content-type') ?? ''}\n${digest ?? ''}`,
    isTold: request.body === null || digest !== null,
  }
}
