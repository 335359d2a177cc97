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

/** A list of name=number; a name that is left out keeps its default. */
export const namedNumbers = <Name extends string>(defaults: Record<Name, number>) =>
  list(
    z
      .string()
      .regex(
        new RegExp(`^(${Object.keys(defaults).join('|')})=\\d{1,15}$`),
        `must be a list of name=number: ${Object.keys(defaults).join(', ')}`,
      ),
  ).transform(
    (pairs): Record<Name, number> => ({
      ...defaults,
      ...Object.fromEntries(pairs.map((pair) => pair.split('=')).map(([name, value]) => [name, Number(value)])),
    }),
  )
