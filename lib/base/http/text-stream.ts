import { closingSignal } from '@/lib/base/infra/process'

/**
 * Opens a stream for events. It keeps up to `maxBytes` that its reader has not taken; the next text after that ends the
 * stream. `onEnd` is called once, however it ends, also by `signal` or when this process closes.
 */
export function openTextStream(parts: { signal: AbortSignal; maxBytes: number; onEnd: () => void }) {
  const { signal, maxBytes, onEnd } = parts
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const leave = () => {
    if (!controller) return
    controller = null
    for (const over of [signal, closingSignal]) over.removeEventListener('abort', end)
    onEnd()
  }
  function end() {
    const open = controller
    leave()
    open?.close()
  }
  const stream = new ReadableStream<Uint8Array>(
    { start: (opened) => void (controller = opened), cancel: leave },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBytes }),
  )
  // A reader that left before this point sends no further signal.
  if (signal.aborted || closingSignal.aborted) end()
  else for (const over of [signal, closingSignal]) over.addEventListener('abort', end, { once: true })
  return {
    stream,
    end,
    /** False once it has ended: its reader went away, or took nothing while this much was waiting for it. */
    send(text: string): boolean {
      if ((controller?.desiredSize ?? 0) <= 0) end()
      controller?.enqueue(encoder.encode(text))
      return controller !== null
    },
  }
}
