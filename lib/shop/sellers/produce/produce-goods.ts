import { h } from 'hastscript'
import parseRange from 'range-parser'
import type { Database } from '@/lib/base/infra/database'
import { embedImages } from '@/lib/base/markdown/embed-images'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { directionOf, withoutTitle } from '@/lib/base/markdown/words-of'
import { writeDocument } from '@/lib/base/markdown/write-document'
import { boughtImages } from '../images/images'

/** In the site's colours and measures, with fonts that readers may have installed: the document loads nothing. */
const STYLES = `:root{color-scheme:light dark}
body{margin:0 auto;padding:3rem 1.25rem 5rem;max-width:38rem;font:1.125rem/1.6667 Literata,Georgia,serif;
color:light-dark(#1b1a17,#ece8e0);background:light-dark(#faf7f0,#14181d);overflow-wrap:break-word}
h1{font-size:clamp(2rem,1.55rem + 1.9vw,2.75rem);line-height:1.15;margin:0 0 2rem}h1,h2,h3{text-wrap:balance}
h2,h3{line-height:1.3333;margin:3rem 0 1rem}p,ul,ol,pre,blockquote,table{margin:0 0 1.5rem}li+li{margin-top:.5rem}
blockquote{padding-inline-start:1.25rem;border-inline-start:3px solid light-dark(#857b69,#7d8894)}
pre{overflow-x:auto;padding:1rem;background:light-dark(#f0ebe0,#232a32)}code{font-size:.9em}
a{color:light-dark(#14407f,#a8c8ff);text-underline-offset:.2em}table{display:block;overflow-x:auto;border-collapse:collapse}
img{display:block;max-width:100%;height:auto}
th,td{padding:.5rem 1rem .5rem 0;border-bottom:1px solid light-dark(#d8d0c0,#39424d);text-align:start;vertical-align:top}`

/** Where a browser with the right to it saves the same bytes; without the query it gets a page around them. */
const SAVED_AT = { 'content-location': '?save' }

/**
 * The bought text with its images embedded: an HTML document, or Markdown where the route says so.
 * @param isForAgent replaces images by their descriptions: a language model would read each of their bytes
 */
export async function produceArticle(
  database: Database,
  { routeId, mimeType, isForAgent }: { routeId: string; mimeType: string; isForAgent: boolean },
): Promise<Response> {
  const { body, route } = await database.routeArticle.findUniqueOrThrow({
    where: { routeId },
    select: { body: true, route: { select: { title: true } } },
  })
  const images = isForAgent ? new Map() : await boughtImages(database, routeId, body)
  if (mimeType !== 'text/html') return textOf(embedImages(body, images), mimeType)
  const { title } = route
  const main = h('main', h('h1', { dir: directionOf(title) }, title), withoutTitle(parseMarkdown(body, images), title))
  const html = writeDocument({ title, styles: STYLES, body: [main] })
  return textOf(html, mimeType)
}

const textOf = (text: string, mimeType: string) =>
  new Response(text, { headers: { 'content-type': `${mimeType}; charset=utf-8`, ...SAVED_AT } })

/** Types that a browser shows without running anything of the file in the site's origin. SVG and HTML are excluded. */
const shownTypes: ReadonlySet<string> = new Set(
  'image/png image/jpeg image/gif image/webp image/avif application/pdf'.split(' '),
)

/**
 * The bought file, streamed chunk by chunk as the buyer reads. Pictures and PDFs are shown inline.
 * @param asked the request of one who has the right to it, and so may take one part (RFC 9110, 14); a payment buys the whole
 */
export async function produceFile(database: Database, routeId: string, asked: Request | null): Promise<Response> {
  const { uploadId, name, mediaType, size, sha256 } = await database.routeFile.findUniqueOrThrow({ where: { routeId } })
  const disposition = shownTypes.has(mediaType.toLowerCase()) ? 'inline' : 'attachment'
  const etag = `"${sha256}"`
  const headers = {
    'content-type': mediaType,
    'content-disposition': `${disposition}; filename="${asciiName(name)}"; filename*=UTF-8''${encodeName(name)}`,
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    ...(asked && { 'accept-ranges': 'bytes', etag }),
    ...SAVED_AT,
  }
  const part = asked && partOf(asked.headers, { size, etag })
  if (!part) return new Response(streamPart(database, { uploadId, size }, { start: 0, end: size - 1 }), { headers })
  if (part === 'outside') {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
  }
  const range = { 'content-range': `bytes ${part.start}-${part.end}/${size}` }
  return new Response(streamPart(database, { uploadId, size }, part), {
    status: 206,
    headers: { ...headers, ...range },
  })
}

type Part = { start: number; end: number }

/** The one part that a request asks for; null for the whole, as also for several parts and for a part of another file. */
function partOf(headers: Headers, { size, etag }: { size: number; etag: string }): Part | 'outside' | null {
  const range = headers.get('range')
  if (range === null || (headers.get('if-range') ?? etag) !== etag) return null
  const parts = parseRange(size, range)
  if (parts === -1) return 'outside'
  const [part] = parts === -2 || parts.type !== 'bytes' || parts.length > 1 ? [] : parts
  return part ?? null
}

/** A broken upload ends the stream with an error, so that a part is not mistaken for the whole. */
function streamPart(database: Database, file: StoredFile, { start, end }: Part): ReadableStream<Uint8Array> {
  const { uploadId } = file
  let chunks: Chunk[] | null = null
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= (await findChunks(database, file)).filter(({ at, size }) => at + size > start && at <= end)
        const next = chunks.shift()
        if (!next) return controller.close()
        const { position, at, size } = next
        const chunk = await database.fileChunk.findUnique({ where: { uploadId_position: { uploadId, position } } })
        if (chunk?.bytes.byteLength !== size) throw new Error('A stored file lacks one of its chunks.')
        controller.enqueue(chunk.bytes.subarray(Math.max(0, start - at), Math.min(size, end + 1 - at)))
      },
    },
    { highWaterMark: 0 },
  )
}

type StoredFile = { uploadId: string; size: number }

/** `at`: its first byte's place in the file. */
type Chunk = { position: number; at: number; size: number }

async function findChunks(database: Database, { uploadId, size }: StoredFile): Promise<Chunk[]> {
  const chunks = await database.$queryRaw<Chunk[]>`
    SELECT position, octet_length(bytes) AS size,
      (sum(octet_length(bytes)) OVER (ORDER BY position) - octet_length(bytes))::int AS at
    FROM file_chunks WHERE upload_id = ${uploadId}::uuid ORDER BY position`
  const last = chunks.at(-1)
  if (!last || last.at + last.size !== size) throw new Error('A stored file lacks one of its chunks.')
  return chunks
}

const asciiName = (name: string) => name.replace(/[^\x20-\x7e]|["\\%]/g, '_')

const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Archived goods that are not erased: what a buyer can still save. */
const kept = {
  state: 'archived',
  erasedAt: null,
  isContentClosed: false,
  seller: { isContentClosed: false },
} as const

export async function findCopies(database: Database, routeIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (routeIds.length === 0) return new Set()
  const rows = await database.storedRoute.findMany({
    where: { ...kept, kind: { in: ['article', 'file'] }, id: { in: [...routeIds] } },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
}

/** The text or file of an archived route to save; null where there is none. Only for a reader who bought it. */
export async function produceCopy(database: Database, routeId: string): Promise<Response | null> {
  const route = await database.storedRoute.findFirst({
    where: { ...kept, kind: { in: ['article', 'file'] }, id: routeId },
    select: { kind: true, path: true, file: { select: { routeId: true } }, article: { select: { routeId: true } } },
  })
  if (route?.article) return produceArticle(database, { routeId, mimeType: 'text/html', isForAgent: false })
  return route?.file ? produceFile(database, routeId, null) : null
}
