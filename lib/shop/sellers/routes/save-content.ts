import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { surfaceLimits } from '@/lib/base/http/limits'
import { partsOf } from '@/lib/base/http/read-body'
import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { ruled, say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import { changeShop } from '../audit/own-shop'
import { linkImages } from '../images/images'
import { InputRefusedError, parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { reserveUpload } from '../quotas/quotas'
import { openSealed, type SealKey, sealText } from '../seal'
import type { RouteInput } from './route-input'
import { originOf } from './route-settings'
import { getRoute } from './routes'

export const maximumFileBytes = surfaceLimits.files.bodyBytes
const CHUNK_BYTES = 1024 * 1024
/** Enough for the largest file, at one megabit per second. */
const UPLOAD_MS = 15 * 60_000

const MEDIA_TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/

export const fileInput = z.object({
  name: z
    .string()
    .min(1, ruled('fileNoName'))
    .max(200, ruled('fileNameLong'))
    .refine((name) => !/[/\\\u0000-\u001f\u007f]/.test(name), ruled('fileNameOdd'))
    .transform((name) => name.normalize('NFC')),
  /** With its charset, and without other parameters. */
  mediaType: z
    .string()
    .transform((type) => (/^[^;]+(?:;\s*charset=[\w"-]{1,40})?/i.exec(type)?.[0] ?? '').trim())
    .refine((type) => MEDIA_TYPE.test(type.replace(/;.*/, '')), ruled('fileNoType')),
})

export type Upload = {
  name: string
  mediaType: string
  /** In bytes, where it is known beforehand. */
  size?: number | null
  body: ReadableStream<Uint8Array>
}

/**
 * Stores a route's file from a stream, whole or not at all; it replaces the previous one at one moment. Room is
 * reserved beforehand: for the declared size, else for the largest. Fails with `FILE_TOO_LARGE` above 100 MB or above
 * the declared size, with `ROUTE_ARCHIVED` where the route is archived by its end, and as `reserveUpload` does.
 */
export async function saveFile(
  context: SellersContext,
  actor: Actor,
  routeId: string,
  { body, size: saidSize, ...described }: Upload,
): Promise<{ size: number; sha256: string }> {
  const { kind, state } = await getRoute(context, actor, routeId)
  if (kind !== 'file') throw new DomainError('ROUTE_KIND_FIXED', say('noFileRoute'))
  if (state === 'archived') throw routeArchived()
  const file = parseInput(fileInput, described)
  const uploadId = randomUUID()
  const { database, clock } = context
  const bytes = saidSize ?? maximumFileBytes
  if (bytes > maximumFileBytes) throw tooLarge()
  await reserveUpload(context, actor, { uploadId, routeId, bytes })
  try {
    const { size, sha256 } = await storeChunks({ database, uploadId, maximum: bytes }, body, clock())
    await changeShop(context, actor, async ({ transaction, sellerId, revision, now, record }) => {
      const before = await transaction.routeFile.findUnique({
        where: { routeId },
        select: { uploadId: true, name: true, size: true, sha256: true },
      })
      const row = { uploadId, ...file, size, sha256, completedAt: now }
      await transaction.routeFile.upsert({ where: { routeId }, create: { routeId, ...row }, update: row })
      // The settings may have changed during the upload.
      const changed = await transaction.execute(sql`
        UPDATE stored_routes SET settings = jsonb_set(settings, '{mimeType}', to_jsonb(split_part(${file.mediaType}, ';', 1))),
          revision = ${revision}, updated_at = ${now}
        WHERE id = ${routeId}::uuid AND seller_id = ${sellerId}::uuid AND state <> 'archived'`)
      if (changed !== 1) throw routeArchived()
      await transaction.upload.update({ where: { uploadId }, data: { bytes: BigInt(size) } })
      if (before) await forgetUpload(transaction, before.uploadId)
      await record('file.saved', routeId, {
        ...(before && { before: { name: before.name, size: before.size, sha256: before.sha256 } }),
        after: { name: file.name, size, sha256 },
      })
    })
    return { size, sha256 }
  } catch (error) {
    await database.$transaction((transaction) => forgetUpload(transaction, uploadId))
    throw error
  }
}

async function forgetUpload(transaction: DatabaseTransaction, uploadId: string): Promise<void> {
  await transaction.fileChunk.deleteMany({ where: { uploadId } })
  await transaction.upload.deleteMany({ where: { uploadId } })
}

const routeArchived = () => new DomainError('ROUTE_ARCHIVED', say('archivedFile'))

const tooLarge = () => new DomainError('FILE_TOO_LARGE', say('fileTooLarge'))

type UploadPlace = { database: Database; uploadId: string; maximum: number }

async function storeChunks(
  { database, uploadId, maximum }: UploadPlace,
  body: ReadableStream<Uint8Array>,
  createdAt: Date,
) {
  const hash = createHash('sha256')
  let size = 0
  let position = 0
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const flush = async () => {
    const bytes = new Uint8Array(Buffer.concat(waiting))
    await database.fileChunk.create({ data: { uploadId, position, bytes, createdAt } })
    position += 1
    waiting = []
    waitingBytes = 0
  }
  for await (const bytes of partsOf(body, { maxBytes: Infinity, timeoutMs: UPLOAD_MS })) {
    size += bytes.byteLength
    if (size > maximum) throw tooLarge()
    hash.update(bytes)
    waiting.push(bytes)
    waitingBytes += bytes.byteLength
    if (waitingBytes >= CHUNK_BYTES) await flush()
  }
  if (size === 0) throw new DomainError('FILE_EMPTY', say('fileEmpty'))
  if (waitingBytes > 0) await flush()
  return { size, sha256: hash.digest('hex') }
}

/** Deletes uploads that broke off a day ago: their chunks, and their reserved room. */
export async function purgeBrokenUploads(database: Database): Promise<void> {
  await database.execute(sql`
    DELETE FROM uploads WHERE upload_id = ANY (ARRAY(
      SELECT upload_id FROM uploads upload WHERE created_at < now() - interval '1 day'
        AND NOT EXISTS (SELECT 1 FROM route_files file WHERE file.upload_id = upload.upload_id)
        AND NOT EXISTS (SELECT 1 FROM shop_images image WHERE image.image_id = upload.upload_id)
      ORDER BY upload_id FOR UPDATE SKIP LOCKED))`)
  await database.execute(sql`
    DELETE FROM file_chunks WHERE (upload_id, position) IN (
      SELECT upload_id, position FROM file_chunks chunk WHERE created_at < now() - interval '1 day'
        AND NOT EXISTS (SELECT 1 FROM route_files file WHERE file.upload_id = chunk.upload_id)
      ORDER BY upload_id, position FOR UPDATE SKIP LOCKED)`)
}

/** Stores a route's content: its text or its upstream. Files arrive separately. Joins the caller's transaction. */
export async function writeContent(
  transaction: DatabaseTransaction,
  sealKey: SealKey,
  { sellerId, routeId, now }: { sellerId: string; routeId: string; now: Date },
  input: RouteInput,
): Promise<void> {
  if (input.kind === 'article' || input.kind === 'sign_in') {
    const { teaser, body } = input
    await transaction.routeArticle.upsert({
      where: { routeId },
      create: { routeId, teaser, body },
      update: { teaser, body },
    })
    await linkImages(transaction, { sellerId, routeId, now }, input)
  }
  if (input.kind === 'api' || input.kind === 'metered_api') {
    const { headers, ...server } = input.upstream
    // Read in the transaction that writes, so that no change in between sends them elsewhere.
    const kept = headers ? null : await transaction.routeUpstream.findUnique({ where: { routeId } })
    refuseToSendElsewhere(kept, server.url)
    const upstream = { ...server, ...(headers ? sealHeaders(sealKey, routeId, headers) : {}) }
    await transaction.routeUpstream.upsert({ where: { routeId }, create: { routeId, ...upstream }, update: upstream })
  }
}

type KeptHeaders = { url: string; headerNames: string[]; sealedHeaders: Uint8Array | null }

/** Secret headers belong to one server: another one gets them only when they are typed again. */
export function refuseToSendElsewhere(kept: KeptHeaders | null, url: string): void {
  if (!kept?.sealedHeaders || originOf(kept.url) === originOf(url)) return
  const names = kept.headerNames.join(', ')
  throw new InputRefusedError({ 'upstream.headers': say('upstreamMoved', { names }) })
}

/** Sealed secret headers, with only their names readable. @param owner id of the row that stores them */
export function sealHeaders(sealKey: SealKey, owner: string, headers: Record<string, string>) {
  const headerNames = Object.keys(headers)
  const sealedHeaders = headerNames.length > 0 ? sealText(sealKey, owner, JSON.stringify(headers)) : null
  return { headerNames, sealedHeaders }
}

/** The secret headers of a row; none where it has none. */
export function openHeaders(sealKey: SealKey, owner: string, sealed: Uint8Array | null): Record<string, string> {
  // Only we seal it, always from this type.
  return sealed ? JSON.parse(openSealed(sealKey, owner, sealed)) : {}
}
