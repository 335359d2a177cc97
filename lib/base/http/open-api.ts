import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string().describe('Stable, for programs.'),
  detail: z.string().describe('One sentence for people.'),
  fields: z.record(z.string()).optional().describe('Refused fields of the input, by path.'),
  confirmation: z
    .record(z.unknown())
    .optional()
    .describe('A sign-in-with-x challenge that a wallet of the account is to sign.'),
})

export const sharedSchemas = { Problem: problem }

export const problemAnswers = <Status extends `${1 | 4 | 5}${string}`>(words: Readonly<Record<Status, string>>) =>
  Object.fromEntries(
    Object.entries<string>(words).map(([status, description]): [string, ZodOpenApiResponseObject] => [
      status,
      { ref: `Problem${status}`, description, content: { 'application/problem+json': { schema: problem } } },
    ]),
  ) as Record<Status, ZodOpenApiResponseObject> // The same names come out as went in.

export const jsonContent = <Schema extends z.ZodTypeAny>(schema: Schema) => ({ 'application/json': { schema } })

export const jsonObject = z.record(z.unknown())
