import { notFound } from 'next/navigation'
import { privateHeaders } from '@/lib/base/http/answer-problem'
import { readJournal } from '../../_server/seller-reads'

const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' }

/** The journal of a month (UTC), in double entry. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const month = query.get('month') ?? ''
  const form = query.get('form') === 'jsonl' ? 'jsonl' : 'csv'
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) notFound()
  const from = new Date(`${month}-01T00:00:00Z`)
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))
  return new Response(await readJournal({ from, until }, form), {
    headers: {
      'Content-Type': types[form],
      'Content-Disposition': `attachment; filename="journal-${month}.${form}"`,
      ...privateHeaders,
    },
  })
}
