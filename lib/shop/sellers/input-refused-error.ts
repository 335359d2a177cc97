import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { inEnglish, textOf } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import { type Details, mark, type Sentence } from '@/lib/base/sentences/sentence'
import { cleanTexts } from '@/lib/base/x402/clean-text'
import { findJsonFault } from '@/lib/base/x402/header-codec'

/** A sentence and its details as the message of a schema's own rule, for `refine` and `addIssue`. */
export const asIssue = ({ key, details }: Sentence): { message: string; params: Details } => ({
  message: key,
  params: details,
})

const segmenter = new Intl.Segmenter()
/** For each character: an emoji of a family has eleven. */
const MOST_UNITS = 16

/** At most so many characters as readers count them; `missing` is the rule that no words at all would break. */
export const sellersWords = (maximum: number, missing?: string) => {
  const count = (words: string) =>
    words.length > maximum * MOST_UNITS ? Infinity : [...segmenter.segment(words)].length
  const words = missing === undefined ? z.string().trim() : z.string().trim().min(1, missing)
  const fault = asIssue(say('charactersTooMany', { maximum }))
  return words.refine((text) => text.length <= maximum || count(text) <= maximum, fault)
}

/** The sentence for an invalid field: the one that the rule names, else the one for its kind of rule. */
export function faultOf(issue: z.ZodIssue, field: string): Sentence {
  if (issue.message === 'Required') return say('missing', { field })
  if (textOf(issue.message) === null) return unnamed(issue)
  const { minimum, maximum } = { minimum: undefined, maximum: undefined, ...issue }
  const details: Details = {
    ...(minimum !== undefined && { minimum: Number(minimum) }),
    ...(maximum !== undefined && { maximum: Number(maximum) }),
    ...('params' in issue && (issue.params as Details)), // By `asIssue`.
  }
  return { key: issue.message, details, [mark]: true }
}

const tooBig = { string: 'schema.tooLong', array: 'schema.tooMany', number: 'schema.tooLarge' } as const
const tooSmall = { string: 'schema.tooShort', array: 'schema.tooFew', number: 'schema.tooSmall' } as const

function unnamed(issue: z.ZodIssue): Sentence {
  // A rule's own words, without a key, stay as they are.
  const { message: usual } = z.defaultErrorMap(issue, { defaultError: '', data: undefined })
  if (issue.message !== usual) return say('plain', { text: issue.message })
  switch (issue.code) {
    case 'invalid_union':
      return say('schema.invalid')
    case 'invalid_type':
      return say('schema.invalidType', { expected: issue.expected, received: issue.received })
    case 'invalid_enum_value':
      return say('schema.invalidChoice', {
        choices: z.util.joinValues(issue.options, ' | '),
        received: `'${issue.received}'`,
      })
    case 'unrecognized_keys':
      return say('schema.unknownKeys', { keys: z.util.joinValues(issue.keys, ', ') })
    case 'too_big':
      if (issue.inclusive && !issue.exact && issue.type in tooBig)
        return say(tooBig[issue.type as keyof typeof tooBig], { maximum: Number(issue.maximum) })
      break
    case 'too_small':
      if (issue.inclusive && !issue.exact && issue.type in tooSmall)
        return say(tooSmall[issue.type as keyof typeof tooSmall], { minimum: Number(issue.minimum) })
      break
    default:
  }
  return say('plain', { text: issue.message })
}

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
