import { z } from 'zod'

export const url = (protocols: string[], what: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), `must be ${what}`)

export const httpUrl = url(['http:', 'https:'], 'an http:// or https:// URL')

/** A whole number in decimal digits; `standard` where the variable is left out. */
export const wholeNumber = (from: number, to: number, standard: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= from && Number(text) <= to,
      `must be a whole number from ${from} to ${to}`,
    )
    .default(String(standard))
    .transform(Number)

/** Text that `read` understands; it gives null for another. */
export const understood = <Value>(read: (text: string) => Value | null, message: string) =>
  z.string().transform((text, context): Value => {
    const value = read(text)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

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
