import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { hashSecret, keySecret } from '@/lib/shop/sellers/secret-form'
import type { Offer } from './honest-buyers'
import { createSoakClient, type SoakAnswer } from './soak-client'
import type { SoakWorld } from './soak-world'
import type { WebhookReceiver } from './webhook-receiver'

const HANDLE = 'soak'
const SCOPES = ['routes:read', 'routes:write', 'webhooks:read', 'webhooks:write', 'payments:read']
const SOLD_EVERY_MS = 5_000
/** After this many answers, half a second apart, a key that is still in use was left behind by a killed instance. */
const LOOKS_AFTER = 10

export type SoakShop = {
  offers: Offer[]
  /** Asks the API with the shop's key. */
  ask: (path: string, body: object) => Promise<SoakAnswer>
  /** Puts one item after the other on sale until told to stop; returns their number. */
  sell: (signal: AbortSignal) => Promise<number>
}

/** A shop with a key and a webhook for its sales, whose owner sells by the API. */
export async function openShop(world: SoakWorld, receiver: WebhookReceiver): Promise<SoakShop> {
  const secret = keySecret.create()
  const sellerId = randomUUID()
  const address = privateKeyToAccount(generatePrivateKey()).address
  await world.database.$transaction([
    world.database.$executeRaw`
      INSERT INTO sellers (id, account_id, handle, name, revision, created_at)
      VALUES (${sellerId}::uuid, gen_random_uuid(), ${HANDLE}, 'A shop of the soak', 1, now())`,
    world.database.$executeRaw`
      INSERT INTO seller_payees (seller_id, network, address, confirmed_at)
      VALUES (${sellerId}::uuid, ${BASE_SEPOLIA}, ${address}, now())`,
    world.database.$executeRaw`
      INSERT INTO seller_keys (id, seller_id, name, scopes, secret_hash, ending, created_at)
      VALUES (gen_random_uuid(), ${sellerId}::uuid, 'soak', ${SCOPES}, ${hashSecret(secret)}, ${secret.slice(-4)}, now())`,
  ])
  const client = createSoakClient(world)
  const ask = (path: string, body: object, idempotencyKey = randomUUID()) =>
    client.send(`/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(body),
    })
  const events = ['payment.settled', 'payment.received', 'payment.refused', 'payment.resolved']
  receiver.setKey(readText(await ask('/webhooks', { url: receiver.origin, events }), 'key'))
  const offers: Offer[] = []
  /**
   * Repeats the request with the same key until it is answered: an instance may be killed while it writes. Then the key
   * stays in use, and the API says to look at the shop before using another one.
   */
  const putOnSale = async (number: number, signal?: AbortSignal) => {
    const route = {
      ...{ kind: 'article', title: `Thing ${number}`, method: 'GET', path: `/thing-${number}`, signIn: {} },
      ...{ price: { dollars: '$0.001', networks: [BASE_SEPOLIA] }, body: `Thing ${number} of the soak.` },
    }
    const path = `/x/${HANDLE}${route.path}`
    let idempotencyKey = randomUUID()
    for (let inUse = 0; ; ) {
      const answer = await ask('/routes', route, idempotencyKey)
      if (answer.status === 201) break
      if (answer.status === 409 && ++inUse % LOOKS_AFTER === 0) {
        if (await client.readTerms(path)) break
        idempotencyKey = randomUUID()
      }
      if (answer.status >= 400 && answer.status < 500 && ![409, 429].includes(answer.status)) {
        throw new Error(`The shop cannot sell: ${answer.status} ${answer.text.slice(0, 300)}`)
      }
      if (signal?.aborted) return false
      await sleep(500)
    }
    offers.push({ path, mark: `Thing ${number} of the soak` })
    return true
  }
  await putOnSale(0)
  return {
    offers,
    ask,
    async sell(signal) {
      let sold = 1
      while (!signal.aborted) {
        await sleep(SOLD_EVERY_MS, undefined, { signal }).catch(() => {})
        if (!signal.aborted && (await putOnSale(sold, signal))) sold += 1
      }
      client.close()
      return sold
    },
  }
}

function readText({ status, text }: SoakAnswer, field: string): string {
  const value = status < 300 ? (JSON.parse(text) as Record<string, unknown>)[field] : undefined
  if (typeof value !== 'string') throw new Error(`Expected ${field}, got ${status} ${text.slice(0, 300)}`)
  return value
}
