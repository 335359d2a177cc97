import { z } from 'zod'
import { isUuid } from '@/lib/base/infra/identifiers'
import { ruled } from '@/lib/base/sentences/say'

/** The parts of a row that an answer's shape names: other columns, such as secrets, stay out. */
export function viewOf<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  row: z.infer<z.ZodObject<Shape>> & object,
): z.infer<z.ZodObject<Shape>> {
  const named = Object.keys(shape).map((name) => [name, Reflect.get(row, name)])
  return Object.fromEntries(named) as z.infer<z.ZodObject<Shape>> // Each name comes from the row.
}

/** A page of rows of which one more than `limit` was read, and the cursor of the next page; null on the last. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, nextCursor: rows.length > limit && last ? cursorOf(last) : null }
}

export const pageLimit = z.coerce.number().int().min(1).max(200).default(50)

/** The query for a page of a list in the order of ids. */
export const pageQuery = { cursor: z.string().uuid(ruled('cursorInvalid')).optional(), limit: pageLimit }

/** The same for a list in the order of times, by the cursors of `timeCursor`. */
export const timePageQuery = {
  cursor: z
    .string()
    .regex(/^\d{1,14}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, ruled('cursorInvalid'))
    .transform(parseTimeCursor)
    .optional(),
  limit: pageLimit,
}

export type TimePage = Partial<z.output<z.ZodObject<typeof timePageQuery>>>

/** The cursor of a row by its time, which is stored to the millisecond, and its id: it names the row exactly. */
export const timeCursor = (at: Date, id: string): string => `${at.getTime()}.${id}`

function parseTimeCursor(text: string): { at: Date; id: string } {
  const [time, id = ''] = text.split('.')
  return { at: new Date(Number(time)), id }
}

/** Rows before the one that a cursor names, in the order of their ids; all without a cursor. */
export const beforeId = (cursor: string | undefined) =>
  cursor !== undefined && isUuid(cursor) ? { id: { lt: cursor } } : {}

/** A filter of columns by a part of their text. The database takes no zero bytes. */
export const containing = (search: string) => ({
  contains: search.replaceAll('\0', '').slice(0, 100),
  mode: 'insensitive' as const,
})
