import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { parse as parseCsv } from 'csv-parse/sync'
import { type Handler, Parser } from 'htmlparser2'
import { fromBufferPromise } from 'yauzl'
import { z } from 'zod'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { decodePercent } from '@/lib/base/x402/header-codec'
import { InputRefusedError } from '../input-refused-error'

export type ExportedPost = {
  title: string
  /** The last part of its old address. */
  slug: string
  /** The path of its old address; a slash where only a query names it. */
  path: string
  publishedAt: Date | null
  isPublished: boolean
  tags: string[]
  html: string
}

/**
 * `pictures` are those that came in the file, by `placeOf` their names; `unread` are names of texts in it that are no
 * export.
 */
export type Export = { posts: ExportedPost[]; pictures: ReadonlyMap<string, Buffer>; unread: string[] }

/** Where Ghost and WordPress keep a picture, below the folder of all, in whatever size; null for any other path. */
export const placeOf = (path: string): string | null =>
  /(?:content\/images|wp-content\/uploads)\/(?:size\/w\d+\/)?(.+)$/.exec(decode(path))?.[1] ?? null

export const exportLimits = {
  bytes: 50_000_000,
  textBytes: 25_000_000,
  posts: 5_000,
  postBytes: 500_000,
  rows: 100_000,
  tableBytes: 5_000_000,
}

/**
 * The posts of an export, oldest first: of Ghost (JSON), WordPress (WXR), either also in a ZIP file with its pictures, or
 * Substack (a ZIP file of HTML with `posts.csv`). Other texts in a ZIP file are passed over. Fails with `INPUT_REFUSED`
 * where nothing is an export, where one is damaged, and for more than `exportLimits` allow.
 */
export async function readExport(bytes: Buffer): Promise<Export> {
  if (bytes.byteLength > exportLimits.bytes) throw tooLarge()
  const files = bytes.subarray(0, 4).equals(ZIP_MARK) ? await unzip(bytes) : null
  const { posts, unread } = await readTexts(files ?? new Map([['export.json', bytes]]))
  if (posts.length > exportLimits.posts) throw tooMany()
  if (posts.length === 0) throw new InputRefusedError({ export: say('exportEmpty') })
  const pictures = [...(files ?? [])].flatMap(([name, content]) => {
    const place = PICTURE.test(name) ? placeOf(name) : null
    return place === null ? [] : [[place, content] as const]
  })
  return {
    posts: posts.toSorted((one, other) => (one.publishedAt?.getTime() ?? 0) - (other.publishedAt?.getTime() ?? 0)),
    pictures: new Map(pictures),
    unread,
  }
}

async function readTexts(files: ReadonlyMap<string, Buffer>): Promise<Pick<Export, 'posts' | 'unread'>> {
  const [, table] = [...files].find(([name]) => TABLE.test(name)) ?? []
  if (table) return { posts: readSubstack(table, files), unread: [] }
  const texts = [...files].filter(([name]) => TEXT.test(name))
  const posts: ExportedPost[] = []
  const unread: string[] = []
  let left = exportLimits.textBytes
  // WordPress divides a large export.
  for (const [name, bytes] of texts) {
    const read = startOf(bytes)
    left -= read ? bytes.byteLength : 0
    if (left < 0) throw tooLarge()
    const found = read && (await read(textIn(bytes)))
    if (found) posts.push(...found)
    else unread.push(name)
    if (posts.length > exportLimits.posts) throw tooMany()
  }
  if (unread.length === texts.length) throw unreadable()
  return { posts, unread }
}

/** How a text is read that begins so; null for what is no export. */
function startOf(bytes: Buffer) {
  const start = bytes.toString('latin1', 0, 2_000).replace(/^(\xef\xbb\xbf)?\s*/, '')
  if (start.startsWith('{')) return readGhost
  return start.startsWith('<') && /<rss[\s>]/.test(start) ? readWordPress : null
}

function textIn(bytes: Buffer): string {
  const charset = /^<\?xml[^>]*encoding=["']([\w-]+)/.exec(bytes.toString('latin1', 0, 100))?.[1]
  return readable(() => new TextDecoder(charset).decode(bytes)).trimStart()
}

const TABLE = /(^|\/)posts\.csv$/
const TEXT = /^(?!__MACOSX\/).*\.(json|xml)$/i
const PICTURE = /\.(png|jpe?g|gif|webp|avif)$/i
const WANTED = [TABLE, TEXT, PICTURE, /(^|\/)posts\/[^/]+\.html$/]
const ZIP_MARK = Buffer.from('PK\u0003\u0004', 'latin1')
const tooMany = () => new InputRefusedError({ export: say('exportTooMany') })
const tooLarge = () => new InputRefusedError({ export: say('exportTooLarge') })
const unreadable = () => new InputRefusedError({ export: say('exportUnreadable') })

const dateOf = (text: string): Date | null => {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date
}

const textOf = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise)
/** In one step: of many rows, a check of each field takes seconds. */
const ghostPost = z
  .custom<Record<string, unknown>>((row) => typeof row === 'object' && row !== null)
  .transform(({ id, title, slug, html, status, type, published_at: publishedAt }) => ({
    id: String(id),
    title: textOf(title),
    slug: textOf(slug),
    html: textOf(html),
    isPublished: status === 'published',
    isPost: textOf(type, 'post') === 'post',
    publishedAt: dateOf(textOf(publishedAt)),
  }))
const ghostTag = z.object({ id: z.coerce.string(), name: z.string() })
const ghostLink = z.object({ post_id: z.coerce.string(), tag_id: z.coerce.string() })
/** Rows are counted before they are read: each costs far more than its two characters. */
const rows = <Row extends z.ZodTypeAny>(row: Row) =>
  z.custom<unknown[]>((list) => Array.isArray(list) && list.length <= exportLimits.rows).pipe(z.array(row))
const ghostData = z.object({
  posts: rows(ghostPost),
  tags: rows(ghostTag).catch([]),
  posts_tags: rows(ghostLink).catch([]),
})
const ghostExport = z.object({ data: ghostData })

/** Null for other data. */
function readGhost(text: string): ExportedPost[] | null {
  const data = readable(() => {
    const whole: { db?: unknown[] } = JSON.parse(text) // It begins with a brace.
    // With one wrapping or another, by the version of Ghost.
    return ghostExport.safeParse(whole.db?.[0] ?? whole).data?.data
  })
  if (!data) return null
  const names = new Map(data.tags.map(({ id, name }) => [id, name]))
  const tagsOf = new Map(data.posts.map(({ id }) => [id, [] as string[]]))
  for (const { post_id: post, tag_id: tag } of data.posts_tags) {
    const name = names.get(tag)
    // Ghost's inner tags begin with a number sign.
    if (name && !name.startsWith('#')) tagsOf.get(post)?.push(name)
  }
  return data.posts
    .filter(({ isPost }) => isPost)
    .map(({ id, isPost: _, ...post }) => ({ ...post, path: `/${post.slug}`, tags: tagsOf.get(id) ?? [] }))
}

function readable<Result>(parse: () => Result): Result {
  try {
    return parse()
  } catch {
    throw unreadable()
  }
}

const substackRow = z.object({
  post_id: z.string(),
  title: z.string().default(''),
  post_date: z.string().default(''),
  is_published: z.string().default(''),
})

function readSubstack(table: Buffer, files: ReadonlyMap<string, Buffer>): ExportedPost[] {
  if (table.byteLength > exportLimits.tableBytes) throw tooMany()
  const texts = new Map(
    [...files].map(([name, content]) => [name.replace(/^.*\//, '').replace(/\.html$/, ''), content] as const),
  )
  const rows = readable(() => z.array(substackRow).parse(parseCsv(table.toString('utf8'), inTable)))
  const named = rows.filter(({ post_id: id }) => id !== '')
  return named.map(({ post_id: id, title, post_date: date, is_published: published }) => {
    const slug = id.replace(/^\d+\.?/, '')
    const facts = { title, slug, path: `/p/${slug}`, publishedAt: dateOf(date), isPublished: published === 'true' }
    return { ...facts, tags: [], html: texts.get(id)?.toString('utf8') ?? '' }
  })
}

const inTable = {
  // Each row of another length has the parser copy them all.
  columns: (names: string[]) => names.slice(0, 50),
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  to: exportLimits.posts + 1,
}

/** The files of a ZIP file that an export has, by name. Damage, a link, and a name that comes twice or leads out, fail. */
async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  let total = 0
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true })
    if (zip.entryCount > 4 * exportLimits.posts) throw tooMany()
    for await (const entry of zip.eachEntry()) {
      if (!WANTED.some((form) => form.test(entry.fileName))) continue
      total += entry.uncompressedSize
      if (total > exportLimits.bytes) throw tooLarge()
      const content = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray())
      const isLink = entry.externalFileAttributes >>> 28 === 0xa
      if (isLink || files.has(entry.fileName) || crc32(content) !== entry.crc32) throw unreadable()
      files.set(entry.fileName, content)
    }
  } catch (error) {
    throw isDomainError(error) ? error : unreadable()
  }
  return files
}

/** Characters that are read at a time. */
const SLICE = 500_000
/** An export has five elements in each other; the parser seeks an end among all that are open. */
const MAXIMUM_DEPTH = 50

/** Reads each `item` as its elements' texts; categories by their domain. Entities that a document defines stay unread. */
async function readWordPress(text: string): Promise<ExportedPost[]> {
  const posts: ExportedPost[] = []
  let fields: Map<string, string> | null = null
  let tags: string[] = []
  let [name, words, depth] = ['', '', 0]
  const handler: Partial<Handler> = {
    onopentag(element, { domain }) {
      depth += 1
      if (depth > MAXIMUM_DEPTH) throw unreadable()
      if (element === 'item') [fields, tags] = [new Map(), []]
      ;[name, words] = [element === 'category' ? `category ${domain}` : element, '']
    },
    ontext(part) {
      words += part
    },
    onclosetag(element) {
      depth -= 1
      if (!fields) return
      if (element === 'category' && name === 'category post_tag') tags.push(words.trim())
      else if (element === 'item') {
        if (fields.get('wp:post_type') === 'post') posts.push(toPost(fields, tags))
        fields = null
      } else fields.set(element, words.trim())
    },
  }
  const parser = new Parser(handler, { xmlMode: true })
  for (let at = 0; at < text.length; at += SLICE) {
    parser.write(text.slice(at, at + SLICE))
    if (posts.length > exportLimits.posts) throw tooMany()
    // Others are answered in between.
    await setImmediate()
  }
  // Its end is missing, and with it posts.
  if (depth > 0) throw unreadable()
  parser.end()
  return posts
}

const toPost = (fields: ReadonlyMap<string, string>, tags: string[]): ExportedPost => ({
  title: fields.get('title') ?? '',
  slug: decode(fields.get('wp:post_name') ?? ''),
  path: decode(URL.parse(fields.get('link') ?? '')?.pathname ?? '/'),
  // `0000-00-00` for what was never published.
  publishedAt: dateOf(`${fields.get('wp:post_date_gmt')?.replace(' ', 'T')}Z`),
  isPublished: fields.get('wp:status') === 'publish',
  tags,
  html: paragraphsOf(fields.get('content:encoded') ?? ''),
})

const decode = (slug: string) => decodePercent(slug) ?? slug

/** WordPress keeps texts of its older editor without paragraphs: an empty line begins one. */
function paragraphsOf(text: string): string {
  if (/<p[\s>]|<!-- wp:/.test(text)) return text
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((part) => (/^\s*<(?:!--|h[1-6]|ul|ol|blockquote|pre|div|table|figure)/i.test(part) ? part : `<p>${part}</p>`))
    .join('\n')
}
