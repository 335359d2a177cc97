import { readBytes, uploadOf } from '@/lib/base/http/read-body'
import { readContentLength } from '@/lib/base/http/read-content-length'
import { isDomainError } from '@/lib/base/infra/domain-error'

/** The body of a request, which a route either reads whole before it works, or passes on as it comes. */
export type RequestBody = {
  /** Resolves to whether the route accepts its size, as far as that is known before it is passed on. */
  fits(): Promise<boolean>
  /** For the handler: the bytes, or a stream that can be taken once. Null without a body, and where it is too large. */
  open(): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null>
  /** Tells it apart from other bodies: its bytes, or the sender's description of a body that is not read here. */
  mark(): Promise<Uint8Array | string>
  /** True if equal marks mean equal bodies. */
  isTold: boolean
}

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

/** Passes the body to the handler unread and unstored. Fails with `BODY_TOO_LARGE` or `BODY_TOO_SLOW`. */
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
