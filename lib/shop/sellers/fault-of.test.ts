import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { ruled, say } from '@/lib/base/sentences/say'
import { inWords } from '@/lib/site/messages/in-words'
import { translateIn } from '@/lib/site/messages/translate'
import { asIssue, faultOf } from './input-refused-error'

const german = translateIn('de', 'sentences')

function issueOf(schema: z.ZodTypeAny, input: unknown): z.ZodIssue {
  const [issue] = schema.safeParse(input).error?.issues ?? []
  if (!issue) throw new Error('Expected a refused input.')
  return issue
}

describe('the fault of a field', () => {
  it.each([
    [z.enum(['a', 'b']), 'c', "Ungültige Auswahl. Erwartet: 'a' | 'b'; erhalten: 'c'"],
    [z.number(), '1', 'Erwartet: number; erhalten: string'],
    [z.string().max(3), 'four', 'Höchstens 3 Zeichen'],
    [z.string().min(3), 'a', 'Mindestens 3 Zeichen'],
    [z.number().max(3), 4, 'Höchstens 3'],
    [z.number().min(3), 2, 'Mindestens 3'],
    [z.array(z.string()).min(1), [], 'Mindestens 1 Einträge'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Höchstens 1 Einträge'],
    [z.object({}).strict(), { a: 1, b: 2 }, "Unbekannte Felder: 'a', 'b'"],
    [z.union([z.literal('a'), z.array(z.string())]), 7, 'Ungültige Eingabe'],
  ])('of a rule without words of ours is said in both languages: %#', (schema, input, words) => {
    const issue = issueOf(schema, input)
    const fault = faultOf(issue, 'field')
    expect(inEnglish(fault)).toBe(issue.message)
    expect(inWords(german, fault)).toBe(words)
  })

  it('takes what its rule counts, or what its rule says', () => {
    const counted = issueOf(z.string().max(80, ruled('charactersTooMany')), 'x'.repeat(81))
    expect(inEnglish(faultOf(counted, 'title'))).toBe('Use at most 80 characters.')
    const least = issueOf(z.number().min(30, ruled('secondsAtLeast')), 1)
    expect(inWords(german, faultOf(least, 'seconds'))).toBe('Gib mindestens 30 Sekunden an.')
    const path = z.string().refine(() => false, asIssue(say('pathRule', { path: '/users/{id}' })))
    expect(inEnglish(faultOf(issueOf(path, ''), 'path'))).toBe('Write a path such as /users/{id}.')
    expect(inWords(german, faultOf(issueOf(path, ''), 'path'))).toBe('Schreibe einen Pfad wie /users/{id}.')
  })
})
