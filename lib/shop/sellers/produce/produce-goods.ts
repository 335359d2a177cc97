import { h } from 'hastscript'
import parseRange from 'range-parser'
import { type Database, type Prisma, sql } from '@/lib/base/infra/database'
import { embedImages } from '@/lib/base/markdown/embed-images'
import type { ShownImages } from '@/lib/base/markdown/images'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { withSectionIds } from '@/lib/base/markdown/text-facts'
import { directionOf, withoutTitle } from '@/lib/base/markdown/words-of'
import { writeDocument } from '@/lib/base/markdown/write-document'
import { boughtImages } from '../images/images'
import type { RouteKind } from '../routes/kinds'

/** In the site's colours and measures, with fonts that readers may have installed: the document loads nothing. */
export const DOCUMENT_STYLES = `:root{color-scheme:light dark}
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

/** Whether a program asks for Markdown; a browser takes everything, and gets a document. */
export function prefersMarkdown(headers: Headers): boolean {
  const accept = headers.get('accept') ?? ''
  return /text\/markdown(?!;\s*q=0(\.0*)?\s*(,|$))/i.test(accept) && !accept.includes('text/html')
}

type SoldArticle = {
  title: string
  teaser: string
  body: string
  images: ShownImages
  /** `text/html`, or a type of text for which the seller's Markdown is sent. */
  mimeType: string
  /** A name, without its ending, for the whole text as a file; null for the answer to a payment, the paid part. */
  savedAs: string | null
}

/** A bought article with its images embedded, so that it opens without this site. */
export function writeArticle({ title, teaser, body, images, mimeType, savedAs }: SoldArticle): Response {
  const isHtml = mimeType === 'text/html'
  const text = savedAs === null ? body : [teaser, body].filter((part) => part.trim() !== '').join('\n\n')
  const headers = {
    'content-type': `${mimeType}; charset=utf-8`,
    ...(savedAs === null
      ? SAVED_AT
      : { 'content-disposition': dispositionOf('attachment', `${savedAs}.${isHtml ? 'html' : 'md'}`) }),
  }
  if (!isHtml) {
    const heading = savedAs === null || text.startsWith('# ') ? '' : `# ${escapeMarkdown(title)}\n\n`
    return new Response(embedImages(`${heading}${text}`, images), { headers })
  }
  const main = h(
    'main',
    h('h1', { dir: directionOf(title) }, title),
    withoutTitle(withSectionIds(parseMarkdown(text, images)), title),
  )
  return new Response(writeDocument({ title, styles: DOCUMENT_STYLES, body: [main] }), { headers })
}

export type CopyType = 'text/html' | 'text/markdown'

export const lastPart = (path: string): string => path.split('/').at(-1) ?? ''

/** A line of plain text that Markdown shows unchanged. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, '\\$&')

type ArticleCall = Pick<SoldArticle, 'mimeType' | 'savedAs'> & { routeId: string; isForAgent?: boolean }

/** @param isForAgent replaces images by their descriptions: a language model would read each of their bytes */
export async function produceArticle(
  database: Database,
  { routeId, isForAgent = false, ...how }: ArticleCall,
): Promise<Response> {
  const { teaser, body, route } = await database.routeArticle.findUniqueOrThrow({
    where: { routeId },
    select: { teaser: true, body: true, route: { select: { title: true } } },
  })
  const text = how.savedAs === null ? body : `${teaser}\n\n${body}`
  const images = isForAgent ? new Map() : await boughtImages(database, routeId, text)
  return writeArticle({ title: route.title, teaser, body, images, ...how })
}

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
    'content-disposition': dispositionOf(disposition, name),
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

type ByteRange = { start: number; end: number }

/** The one part that a request asks for; null for the whole, as also for several parts and for a part of another file. */
function partOf(headers: Headers, { size, etag }: { size: number; etag: string }): ByteRange | 'outside' | null {
  const range = headers.get('range')
  if (range === null || (headers.get('if-range') ?? etag) !== etag) return null
  const parts = parseRange(size, range)
  if (parts === -1) return 'outside'
  const [part] = parts === -2 || parts.type !== 'bytes' || parts.length > 1 ? [] : parts
  return part ?? null
}

/** A broken upload ends the stream with an error, so that a part is not mistaken for the whole. */
function streamPart(database: Database, file: StoredFile, { start, end }: ByteRange): ReadableStream<Uint8Array> {
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
  const chunks = await database.rows<Chunk>(sql`
    SELECT position, octet_length(bytes) AS size,
      (sum(octet_length(bytes)) OVER (ORDER BY position) - octet_length(bytes))::int AS at
    FROM file_chunks WHERE upload_id = ${uploadId}::uuid ORDER BY position`)
  const last = chunks.at(-1)
  if (!last || last.at + last.size !== size) throw new Error('A stored file lacks one of its chunks.')
  return chunks
}

const dispositionOf = (disposition: 'inline' | 'attachment', name: string): string =>
  `${disposition}; filename="${asciiName(name)}"; filename*=UTF-8''${encodeName(name)}`

const asciiName = (name: string) => name.replace(/[^\x20-\x7e]|["\\%]/g, '_')

const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Texts and files that are not erased, also archived ones: what a buyer can save. */
const kept = {
  kind: { in: ['article', 'file'] },
  erasedAt: null,
  isContentClosed: false,
  seller: { isContentClosed: false },
} satisfies Prisma.StoredRouteWhereInput

export type Copy = { kind: RouteKind; title: string; shop: string; isArchived: boolean }

export async function findCopies(database: Database, routeIds: readonly string[]): Promise<ReadonlyMap<string, Copy>> {
  const rows = await database.storedRoute.findMany({
    where: { ...kept, id: { in: [...routeIds] } },
    select: { id: true, kind: true, title: true, state: true, seller: { select: { name: true } } },
  })
  return new Map(
    rows.map(({ id, seller, state, ...row }) => [id, { ...row, shop: seller.name, isArchived: state === 'archived' }]),
  )
}

/** A route's text, whole and in that form, or its file; null where there is none. Only for a reader who bought it. */
export async function produceCopy(
  database: Database,
  routeId: string,
  mimeType: CopyType = 'text/html',
): Promise<Response | null> {
  const route = await database.storedRoute.findFirst({
    where: { ...kept, id: routeId },
    select: { kind: true, path: true },
  })
  if (route?.kind === 'article') return produceArticle(database, { routeId, mimeType, savedAs: lastPart(route.path) })
  return route ? produceFile(database, routeId, null) : null
}
