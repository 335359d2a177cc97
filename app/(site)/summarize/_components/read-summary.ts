import { z } from 'zod'
import type { Translate } from '@/lib/site/messages/translate'

const schema = z.object({
  summary: z.string().min(1),
  characters: z.number(),
  sentences: z.object({ total: z.number(), kept: z.number() }),
})

/** The summary in an answer of `/api/summarize`, and its share of the text; null for any other answer. */
export function readSummary(t: Translate<'summarize'>, json: string): { summary: string; extent: string } | null {
  const parsed = schema.safeParse(parseJson(json))
  if (!parsed.success) return null
  const { summary, characters, sentences } = parsed.data
  return { summary, extent: t('extent', { kept: sentences.kept, total: sentences.total, characters }) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Shown unchanged instead.
    return null
  }
}
