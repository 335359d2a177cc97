import { type Problem, problemResponse as respond } from '@/lib/http/problem'
import { gatedHeaders } from './release'

/** An error answer of the gate as problem+json, with the gate's cache and CORS headers. */
export const problemResponse = (problem: Problem): Response => respond(problem, gatedHeaders([]))
