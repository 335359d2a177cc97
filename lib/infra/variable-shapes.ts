import { z } from 'zod'

export const url = (protocols: string[], what: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), `must be ${what}`)

export const httpUrl = url(['http:', 'https:'], 'an http:// or https:// URL')

/** Items between commas; none is an empty list. */
export const list = <T extends z.ZodTypeAny>(item: T) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))
