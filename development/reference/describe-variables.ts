import { z } from 'zod'
import { serverVariables } from '@/lib/base/infra/env'

export type VariableFacts = {
  name: string
  isRequired: boolean
  /** Default value as it would be written; null for none. */
  standard: string | null
  /** Required form of the value, in the words of its refusal; null where any text will do. */
  form: string | null
}

export const describeServerVariables = (): VariableFacts[] =>
  Object.entries<z.ZodTypeAny>(serverVariables).map(([name, shape]) => {
    const impossible = shape.safeParse('\0')
    const form = impossible.success ? null : (impossible.error.issues[0]?.message ?? null)
    return { name, isRequired: !shape.isOptional(), standard: standardOf(shape), form }
  })

/** The text that stands for an unset variable, wherever the schema keeps it. */
function standardOf(shape: z.ZodTypeAny): string | null {
  if (shape instanceof z.ZodDefault) return String((shape._def.defaultValue as () => unknown)()) || null
  if (shape instanceof z.ZodEffects) return standardOf((shape as z.ZodEffects<z.ZodTypeAny>).innerType())
  if (shape instanceof z.ZodPipeline) return standardOf((shape as z.ZodPipeline<z.ZodTypeAny, z.ZodTypeAny>)._def.in)
  return null
}
