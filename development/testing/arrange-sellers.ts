import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { demoEnv } from '@/development/demo/demo-env'
import { sessionCookieName } from '@/lib/gate/sign-in/session-cookie'
import { keyScopes } from '@/lib/shop/sellers/keys/keys'
import { buildApplication } from '@/lib/site/compose/application'
import { serveFetch } from './serve-fetch'
import { createTestKey, createTestSeller, signInTestWallet } from './test-seller'

/**
 * Signs wallets in and opens shops on the database of a running demo, so that tests in the browser need not click
 * through parts that they do not test. Takes the demo's world from ARRANGE_FOR, prints its own address as JSON, and
 * ends with its standard input.
 */
const world = z
  .object({
    origin: z.string().url(),
    databaseUrl: z.string(),
    dataDir: z.string(),
    devnet: z.object({ evmRpcUrl: z.string(), svmRpcUrl: z.string(), avmUrl: z.string() }),
  })
  .parse(JSON.parse(process.env.ARRANGE_FOR ?? '{}'))

const hex = (text: string) => text as Hex
const orderShape = z.object({
  key: z.string().transform(hex),
  userAgent: z.string(),
  /** Null signs in only. */
  shop: z
    .object({
      handle: z.string(),
      name: z.string(),
      payTo: z.string().transform(hex),
      scopes: z.array(z.enum(keyScopes)),
    })
    .nullable(),
})

const application = await buildApplication(await demoEnv({ ...world, isDev: false }))

async function arrange({ key, userAgent, shop }: z.infer<typeof orderShape>) {
  const wallet = privateKeyToAccount(key)
  const answer = (value: string, secret: string | null) => ({
    cookie: { name: sessionCookieName(world.origin), value },
    secret,
  })
  if (!shop) return answer((await signInTestWallet(application, wallet, userAgent)).token, null)
  const { scopes, ...ofShop } = shop
  const seller = await createTestSeller({ application }, { ...ofShop, wallet })
  if (scopes.length === 0) return answer(seller.sessionToken, null)
  const { secret } = await createTestKey({ application }, seller, { name: 'A program', scopes })
  return answer(seller.sessionToken, secret)
}

const served = await serveFetch(async (request) => Response.json(await arrange(orderShape.parse(await request.json()))))
console.log(JSON.stringify({ origin: served.origin }))
process.stdin.resume().once('end', () => process.exit())
