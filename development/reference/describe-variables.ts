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
    const { data: unset } = shape.safeParse(undefined)
    const standard = typeof unset === 'string' || typeof unset === 'number' ? String(unset) || null : null
    return { name, isRequired: !shape.isOptional(), standard, form }
  })
