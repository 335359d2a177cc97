/** An error answer of the site's own endpoints, as problem+json that nobody keeps. */
export function answerProblem(status: number, code: string, detail: string): Response {
  return new Response(JSON.stringify({ status, code, detail }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...privateHeaders },
  })
}

/** Headers of every answer that depends on who asks. */
export const privateHeaders = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' } as const
