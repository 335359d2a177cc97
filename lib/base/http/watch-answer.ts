import type { ServerResponse } from 'node:http'

/** The outcome of a request. A caller that left before its answer was out has the status 499, as with nginx. */
export type SeenRequest = { surface: string; status: number; seconds: number }

export function watchAnswer(response: ServerResponse, surface: string, seen: (end: SeenRequest) => void): void {
  const startedAt = performance.now()
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 499
    seen({ surface, status, seconds: (performance.now() - startedAt) / 1_000 })
  })
}
