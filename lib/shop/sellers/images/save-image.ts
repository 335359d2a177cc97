import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readBytes } from '@/lib/base/http/read-body'
import { surfaceLimits } from '@/lib/base/http/surface-limits'
import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import { limitAtOnce } from '@/lib/base/infra/limit-at-once'
import { say } from '@/lib/base/sentences/say'
import { id } from '@/lib/base/x402/answer-parts'
import { type Actor, lockOwnShop } from '../actor'
import type { SellersContext } from '../ports'
import { reserveUpload } from '../quotas/usage'
import { type ImageSize, makeSizes } from './make-sizes'

const { bodyBytes: maximumImageBytes } = surfaceLimits.images

export type SentImage = {
  /** In bytes, where it is known beforehand. */
  size?: number | null
  body: ReadableStream<Uint8Array>
}

export const savedImageShape = z.object({
  imageId: id,
  address: z.string().describe('What a text shows it by: `![what it shows](image:…)`.'),
  width: z.number().describe('Of the largest width that is kept, in pixels.'),
  height: z.number(),
})
type SavedImage = z.infer<typeof savedImageShape>

/** Decoding takes a core and some hundred megabytes. */
const inTurn = limitAtOnce({ maxRunning: 2, maxWaiting: 40, maxWaitingPerCaller: 8 })

/**
 * Stores an image for the texts of the actor's shop. The same bytes again are the same image. It stays private until a
 * text shows it. Fails with `FILE_TOO_LARGE` above 10 MB, and as `makeSizes` and `reserveUpload` do.
 */
export async function saveImage(context: SellersContext, actor: Actor, { body, size }: SentImage): Promise<SavedImage> {
  const { database } = context
  if ((size ?? 0) > maximumImageBytes) throw tooLarge()
  const imageId = randomUUID()
  await reserveUpload(context, actor, { uploadId: imageId, routeId: null, bytes: size ?? maximumImageBytes })
  const forget = () => database.upload.deleteMany({ where: { uploadId: imageId } })
  try {
    const bytes = await readBytes({ body }, { maxBytes: maximumImageBytes, timeoutMs: 120_000 }).catch(refuseLarge)
    const sizes = await inTurn(actor.accountId, () => makeSizes(bytes))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const kept = await store(context, actor, { imageId, sha256, sizes })
    if (kept !== imageId) await forget()
    const [{ width, height }] = sizes as [ImageSize] // Each image has one.
    return { imageId: kept, address: `image:${kept}`, width, height }
  } catch (error) {
    await forget()
    throw error
  }
}

type Made = { imageId: string; sha256: string; sizes: ImageSize[] }

/** Returns the image's id: the earlier one where the same bytes were stored already. */
function store({ database, clock }: SellersContext, actor: Actor, { imageId, sha256, sizes }: Made): Promise<string> {
  return database.$transaction(async (transaction) => {
    const sellerId = await lockOwnShop(transaction, actor)
    const now = clock()
    const before = await transaction.shopImage.findUnique({ where: { sellerId_sha256: { sellerId, sha256 } } })
    if (before) {
      await transaction.shopImage.update({ where: { imageId: before.imageId }, data: { namedAt: now } })
      return before.imageId
    }
    const stored = sizes.map(({ bytes, ...size }) => ({ ...size, size: bytes.byteLength, bytes }))
    const data = { imageId, sellerId, sha256, createdAt: now, namedAt: now, sizes: { create: stored } }
    await transaction.shopImage.create({ data })
    const sum = stored.reduce((bytes, { size }) => bytes + size, 0)
    await transaction.upload.update({ where: { uploadId: imageId }, data: { bytes: BigInt(sum) } })
    return imageId
  })
}

function refuseLarge(error: unknown): never {
  throw isDomainError(error) && error.code === 'BODY_TOO_LARGE' ? tooLarge() : error
}

const tooLarge = () => new DomainError('FILE_TOO_LARGE', say('imageTooLarge'))
