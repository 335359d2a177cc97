import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { readBytes } from '@/lib/base/http/read-body'
import { limitAtOnce } from '@/lib/base/infra/concurrency'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { ruled } from '@/lib/base/sentences/say'
import { pathOfTitle } from '@/lib/base/x402/titles'
import { sentence } from '@/lib/base/x402/views'
import { type Actor, getOwnSeller } from '../actor'
import { saveImage } from '../images/save-image'
import { InputRefusedError } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { dollars } from '../routes/dollars'
import { createRoute } from '../routes/write-route'
import { articleOfPost } from './article-of-post'
import { type Export, type ExportedPost, exportLimits, placeOf, readExport } from './read-export'

export const importInput = z.object({
  /** `look` makes nothing, and says of each post what would be made. */
  act: z.enum(['look', 'draft', 'live']),
  dollars: dollars.describe('The price of each article, such as `$0.10`.'),
  origin: z
    .string()
    .trim()
    .refine((text) => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text)), ruled('addressNotWhole'))
    .default('')
    .describe('Address of the old site, for images that the export names by path only.'),
  from: z.coerce.number().int().min(0).default(0).describe('How many posts earlier calls have done: their `next`.'),
})
type ImportInput = z.output<typeof importInput>

export const importShape = z.object({
  total: z.number().describe('Posts in the export, oldest first.'),
  unread: z.array(z.string()).describe('Texts in a ZIP file that are no export, and were passed over.'),
  next: z.number().nullable().describe('Where to go on, by the same call with the same file; null at the end.'),
  posts: z.array(
    z.object({
      title: z.string(),
      path: z.string(),
      outcome: z
        .enum(['new', 'made', 'present', 'refused'])
        .describe('`present`: an article of the shop has this path already, as after an earlier import.'),
      refusal: sentence.nullable(),
      hasOwnPaywall: z.boolean().describe('Whether the post says where its free part ends; else it is one paragraph.'),
      leftOut: z.array(z.string()).describe('Elements that Markdown cannot say.'),
      missingImages: z
        .number()
        .describe('Images that neither came with the export nor could be fetched: they link to their old addresses.'),
    }),
  ),
})
export type Import = z.infer<typeof importShape>
type ImportedPost = Import['posts'][number]

/** An export is held whole while it comes and while it is read. Slow senders keep nobody from reading. */
const whileSent = limitAtOnce({ maxRunning: 8, maxWaiting: 20, maxWaitingPerCaller: 2 })
const inTurn = limitAtOnce({ maxRunning: 2, maxWaiting: 10, maxWaitingPerCaller: 2 })

/** A call answers after this time, with what is done by then. */
const CALL_MS = 20_000

/**
 * Makes an article of each post of an export, one after the other: what an earlier import made is left as it is, so one
 * that broke off goes on where it was. Fails with `INPUT_REFUSED`, before anything is made, for what is no export.
 */
export async function importPosts(
  context: SellersContext,
  actor: Actor,
  input: ImportInput,
  body: ReadableStream<Uint8Array>,
): Promise<Import> {
  return whileSent(actor.accountId, async () => {
    const file = await readBytes({ body }, { maxBytes: exportLimits.bytes, timeoutMs: 120_000, idleMs: 10_000 })
    return inTurn(actor.accountId, async () => importPart(context, actor, input, await readExport(file)))
  })
}

async function importPart(
  context: SellersContext,
  actor: Actor,
  input: ImportInput,
  { posts: exported, pictures, unread }: Export,
): Promise<Import> {
  const { id: sellerId } = await getOwnSeller(context.database, actor)
  const shown = { method: 'GET', NOT: { state: 'archived' } } as const
  const { routes, payees } = await context.database.seller.findUniqueOrThrow({
    where: { id: sellerId },
    select: { payees: { select: { network: true } }, routes: { where: shown, select: { path: true } } },
  })
  const networks = payees.map(({ network }) => network)
  const taken = new Set(routes.map(({ path }) => path))
  const posts: ImportedPost[] = []
  const end = performance.now() + CALL_MS
  for (const post of exported.slice(input.from)) {
    if (performance.now() > end) break
    const path = pathOfTitle(post.slug === '' ? post.title : post.slug)
    if (taken.has(path)) posts.push({ ...nothing, title: post.title, path, outcome: 'present' })
    else posts.push(await importPost(context, actor, { ...input, post, path, networks, pictures }))
    if (posts.at(-1)?.outcome !== 'refused') taken.add(path)
    // Others are answered in between.
    await setImmediate()
  }
  const done = input.from + posts.length
  return {
    total: exported.length,
    unread: unread.slice(0, 20).map((name) => name.slice(0, 100)),
    next: done < exported.length ? done : null,
    posts,
  }
}

const nothing = { refusal: null, hasOwnPaywall: false, leftOut: [], missingImages: 0 }

type PostImport = ImportInput & Pick<Export, 'pictures'> & { post: ExportedPost; path: string; networks: string[] }

async function importPost(context: SellersContext, actor: Actor, wanted: PostImport): Promise<ImportedPost> {
  const { post, path, act } = wanted
  const { title } = post
  try {
    const read = articleOfPost(post.html)
    const facts = { ...nothing, title, path, hasOwnPaywall: read.hasOwnPaywall, leftOut: read.leftOut }
    if (act === 'look') return { ...facts, outcome: 'new' }
    const images = await takeImages(context, actor, read.images, wanted)
    const { teaser, body } =
      images.size === 0 ? read : articleOfPost(post.html, (address) => images.get(address) ?? null)
    await createRoute(context, actor, {
      kind: 'article',
      title,
      method: 'GET',
      path,
      state: post.isPublished ? act : 'draft',
      price: { dollars: wanted.dollars, networks: wanted.networks },
      teaser,
      body,
      publishedAt: post.publishedAt?.toISOString().slice(0, 10) ?? null,
      formerPath: post.path,
      discovery: { isListed: false, tags: post.tags.slice(0, 20) },
    })
    return { ...facts, outcome: 'made', missingImages: read.images.length - images.size }
  } catch (error) {
    if (!isDomainError(error)) throw error
    if (error.code === 'ROUTE_PATH_TAKEN') return { ...nothing, title, path, outcome: 'present' }
    const first = error instanceof InputRefusedError ? Object.values(error.fields)[0] : undefined
    return { ...nothing, title, path, outcome: 'refused', refusal: typeof first === 'object' ? first : error.sentence }
  }
}

const IMAGES_OF_ONE = 30
const IMAGES_AT_ONCE = 6
const IMAGE_BYTES = 10_000_000
/** How Ghost's exports name the site that they come from. */
const GHOST_SITE = '__GHOST_URL__'

/** Addresses here of the images that came with the export or could be fetched, by their addresses there. */
async function takeImages(
  context: SellersContext,
  actor: Actor,
  addresses: string[],
  { origin, pictures }: Pick<PostImport, 'origin' | 'pictures'>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const wanted = addresses.slice(0, IMAGES_OF_ONE)
  for (let at = 0; at < wanted.length; at += IMAGES_AT_ONCE)
    await Promise.all(wanted.slice(at, at + IMAGES_AT_ONCE).map(take))
  return found

  async function take(address: string): Promise<void> {
    const url = URL.parse(address.replace(GHOST_SITE, ''), origin === '' ? undefined : origin)
    try {
      const body = pictures.get(placeOf(address) ?? '') ?? (url && (await fetchImage(url.href)))
      if (!body) return
      const sent = { body: new Blob([new Uint8Array(body)]).stream(), size: body.byteLength, isImported: true }
      found.set(address, (await saveImage(context, actor, sent)).address)
    } catch {
      // It stays a link to where it was; the post says so.
    }
  }

  async function fetchImage(href: string): Promise<Uint8Array | null> {
    const { status, body } = await context.fetch(href, { timeoutMs: 5_000, maxBytes: IMAGE_BYTES })
    return status === 200 ? body : null
  }
}
