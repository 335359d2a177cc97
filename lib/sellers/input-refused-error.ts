import type { z } from 'zod'
import { DomainError } from '@/lib/infra/domain-error'
import { findJsonFault } from '@/lib/x402/header-codec'

/** Input that cannot be taken as it is. `fields` says why, by the path of the field in the input. */
export class InputRefusedError extends DomainError {
  constructor(readonly fields: Readonly<Record<string, string>>) {
    super('INPUT_REFUSED', Object.values(fields).join(' '))
  }
}

/** Parses typed input; the error names every invalid field with its first reason. */
export function parseInput<Schema extends z.ZodTypeAny>(schema: Schema, input: unknown): z.infer<Schema> {
  if (findJsonFault(input) !== null)
    throw new InputRefusedError({ input: 'Leave out NUL, broken characters and deep nesting.' })
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) {
    const field = path.join('.') || 'input'
    fields[field] ??= message === 'Required' ? `${field} is missing.` : message
  }
  throw new InputRefusedError(fields)
}
