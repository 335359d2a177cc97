import { z } from 'zod'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { RouteMethod } from './route-key'

/** Text in the API's JSON, typed as verbs return it: `toJson` writes it so. */
const writtenAs = <T>(text: z.ZodString) => text as unknown as z.ZodType<T> // Verbs' answers are written, never parsed.

export const id = z.string().uuid()
export const time = writtenAs<Date>(z.string().datetime())
export const atomic = writtenAs<bigint>(z.string().regex(/^\d{1,78}$/)).describe('Atomic units.')
export const routeState = z.enum(['draft', 'live', 'paused', 'archived'])
/** Atomic units that may be below zero. */
export const balance = writtenAs<bigint>(z.string())
export const routeMethod = writtenAs<RouteMethod>(z.string())
export const sentence = writtenAs<Sentence>(z.string())
export const nextCursor = z
  .string()
  .nullable()
  .describe('Send it as `cursor` to get the next page; null on the last one.')
