import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateKeyPairSigner } from '@solana/kit'
import { beforeAll, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { confirmed } from '@/development/testing/sign-in-proofs'
import { createSvmBuyer } from '@/development/testing/test-buyer'
import { createTestKey, createTestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { confirmPayTo } from '@/lib/shop/sellers/payments/payees'
import { listPayments } from '@/lib/shop/sellers/payments/payments'
import { maximumFileBytes } from '@/lib/shop/sellers/routes/save-content'
import { createRoute } from '@/lib/shop/sellers/routes/write-route'

const world = testWorld()
const site = await openTestSite()
const seller = await createTestSeller(site)
let secret: string

beforeAll(async () => {
  const { sellers } = site.application
  secret = (await createTestKey(site, seller, { name: 'Files', scopes: ['routes:write'] })).secret
  const { address } = await generateKeyPairSigner()
  await world.faucet({ network: SOLANA_DEVNET, address, amountAtomic: 0n })
  const payee = { network: SOLANA_DEVNET, address, confirmation: address }
  await confirmed(seller.wallet, (proof) => confirmPayTo(sellers, seller.actor, payee, proof))
})

const partBytes = 256 * 1024

/** A body of that size that is never in memory as a whole; each part differs, so that a mix-up shows. */
function bytesOf(size: number) {
  const hash = createHash('sha256')
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent === size) return controller.close()
        const part = new Uint8Array(Math.min(partBytes, size - sent)).fill(sent / partBytes)
        sent += part.byteLength
        hash.update(part)
        controller.enqueue(part)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, digest: () => hash.digest('hex'), sent: () => sent }
}

async function upload(routeId: string, size: number) {
  const { body, digest, sent } = bytesOf(size)
  const storedBefore = await site.application.database.fileChunk.count()
  let mostInHand = 0
  let isUploading = true
  const watch = async () => {
    while (isUploading) {
      const stored = (await site.application.database.fileChunk.count()) - storedBefore
      mostInHand = Math.max(mostInHand, sent() - stored * 1024 * 1024)
      await sleep(50)
    }
  }
  const watching = watch()
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/zip' }
  const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit // A stream needs the latter.
  const answer = await fetch(`${site.origin}/api/v1/routes/${routeId}/file?name=all.zip`, init)
  isUploading = false
  await watching
  return { status: answer.status, json: await answer.json(), digest, mostInHand }
}

const newFile = async (path: string) => {
  const price = { dollars: '$0.02', networks: [SOLANA_DEVNET] }
  const input = { kind: 'file', title: 'All of it', method: 'GET', path, price }
  return createRoute(site.application.sellers, seller.actor, input)
}

const megabytes = maximumFileBytes / 1024 / 1024

it(`takes in ${megabytes} MB and sells them on Solana, holding a small part of them at any time`, async () => {
  const { routeId, url } = await newFile('/all')
  const { status, json, digest, mostInHand } = await upload(routeId, megabytes * 1024 * 1024)
  expect(status).toBe(200)
  // Bytes that have left the client and are not stored yet are in buffers on the way, or of the server.
  expect(mostInHand).toBeLessThan(16 * 1024 * 1024)
  const sha256 = digest()
  expect(json).toEqual({ size: megabytes * 1024 * 1024, sha256 })
  const publish = { method: 'POST', headers: { authorization: `Bearer ${secret}` } }
  expect((await fetch(`${site.origin}/api/v1/routes/${routeId}/publish`, publish)).status).toBe(200)

  const buyer = await createSvmBuyer(world, 1_000_000n)
  const paid = await fetch(url, { headers: (await buyer.sign(url)).headers })
  expect(paid.status).toBe(200)
  const received = createHash('sha256')
  const parts = paid.body as unknown as AsyncIterable<Uint8Array> // Node's own streams are iterable.
  for await (const part of parts) received.update(part)
  expect(received.digest('hex')).toBe(sha256)
  const { payments } = await listPayments(site.application.sellers, seller.actor, { network: SOLANA_DEVNET })
  expect(payments).toMatchObject([{ status: 'settled', settledAtomic: 20_000n }])
})

it('takes in nothing of a larger one', async () => {
  const { routeId } = await newFile('/too-large')
  const before = await site.application.database.fileChunk.count()
  const { status, json } = await upload(routeId, maximumFileBytes + 1)
  expect({ status, code: json.code }).toEqual({ status: 413, code: 'FILE_TOO_LARGE' })
  expect(await site.application.database.fileChunk.count()).toBe(before)
})
