import type { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { cleanTexts } from '@/lib/base/x402/clean-text'
import { findJsonFault } from '@/lib/base/x402/header-codec'
import { faultOf } from './fault-of'

/** Why input is refused, by the path of each field. */
export type Faults = Readonly<Record<string, Sentence>>

export class InputRefusedError extends DomainError {
  readonly fields: Readonly<Record<string, string>>

  constructor(readonly faults: Faults) {
    const fields = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, inEnglish(fault)]))
    super('INPUT_REFUSED', Object.values(fields).join(' '))
    this.fields = fields
  }
}

/** Goods themselves, whole documents, and what a wallet has signed: these stay as they came. */
const AS_IT_CAME: ReadonlySet<string> = new Set(['body', 'text', 'confirmation'])

/** Cleans a seller's words and parses them; the error names every invalid field with its first reason. */
export function parseInput<Schema extends z.ZodTypeAny>(schema: Schema, input: unknown): z.infer<Schema> {
  if (findJsonFault(input) !== null) throw new InputRefusedError({ input: say('jsonOdd') })
  const result = schema.safeParse(cleanTexts(input, AS_IT_CAME))
  if (result.success) return result.data
  const faults: Record<string, Sentence> = {}
  for (const issue of result.error.issues) {
    const field = issue.path.join('.') || 'input'
    faults[field] ??= faultOf(issue, field)
  }
  throw new InputRefusedError(faults)
}
