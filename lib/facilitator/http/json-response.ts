import { type Problem, problemResponse as respond } from '@/lib/base/http/problem'

export const baseHeaders = { 'Cache-Control': 'no-store' }

export function jsonResponse(body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { headers: { ...baseHeaders, ...headers } })
}

export const problemResponse = (problem: Problem): Response => respond(problem, baseHeaders)
