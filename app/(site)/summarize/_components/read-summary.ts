import { z } from 'zod'

const schema = z.object({
  summary: z.string().min(1),
  characters: z.number(),
  sentences: z.object({ total: z.number(), kept: z.number() }),
})

/** The summary in an answer of `/api/summarize`, and how much of the text it is; null for any other answer. */
export function readSummary(json: string): { summary: string; extent: string } | null {
  const parsed = schema.safeParse(parseJson(json))
  if (!parsed.success) return null
  const { summary, characters, sentences } = parsed.data
  const extent = `${sentences.kept} of ${sentences.total} sentences kept, from ${characters.toLocaleString('en-GB')} characters.`
  return { summary, extent }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Shown as it came instead.
    return null
  }
}
