import { z } from 'zod'
import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'
import { MAXIMUM_SUMMARY_INPUT, summarize } from './summarize'

const inputSchema = z.object({ text: z.string() })

/** At most $0.10 for a summary, charged $0.01 per started 1,000 characters; an empty text costs nothing. */
export const summaryRoute: PaidRoute = {
  key: 'POST /api/summarize',
  config: (site) => ({
    accepts: site.priced('upto', '$0.10'),
    description: 'The sentences that carry a text. Charged $0.01 per started 1,000 characters.',
    mimeType: 'application/json',
    extensions: {
      bazaar: {
        discoverable: true,
        input: { text: 'A toll road is a road that you pay for by using it.' },
        inputSchema: {
          properties: { text: { type: 'string', description: `At most ${MAXIMUM_SUMMARY_INPUT} characters` } },
          required: ['text'],
        },
        outputSchema: {
          type: 'object',
          properties: {
            summary: { type: 'string' },
            characters: { type: 'number' },
            sentences: {
              type: 'object',
              properties: { total: { type: 'number' }, kept: { type: 'number' } },
            },
            method: { type: 'string' },
          },
        },
      },
    },
  }),
  handler: async (request, { meter }) => {
    const input = inputSchema.safeParse(await request.json().catch(() => null))
    if (!input.success) return refuse(400, 'text_missing', 'Expected JSON such as {"text": "…"}.')
    const characters = [...input.data.text].length
    if (characters > MAXIMUM_SUMMARY_INPUT) {
      return refuse(413, 'text_too_long', `Expected at most ${MAXIMUM_SUMMARY_INPUT} characters, got ${characters}.`)
    }
    meter.setAmount('0')
    for (let started = 0; started < characters; started += 1000) meter.charge('$0.01')
    return Response.json(summarize(input.data.text))
  },
}

function refuse(status: number, code: string, expected: string): Response {
  return Response.json({ status, code, detail: `${expected} You were not charged.` }, { status })
}
