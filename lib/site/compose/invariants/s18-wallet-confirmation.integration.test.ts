import { generateKeyPairSigner } from '@solana/kit'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import {
  confirmationOf,
  confirmed,
  evmSigningWallet,
  openContractWallet,
  type ProofWallet,
  proofHeader,
  signConfirmation,
  signProof,
  svmSigningWallet,
} from '@/development/testing/sign-in-proofs'
import { createTestSeller, type TestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { signInChains } from '@/lib/base/x402/sign-in'
import { linkWallet } from '@/lib/gate/sign-in/account-wallets'
import { issueChallenge } from '@/lib/gate/sign-in/sign-in-nonce'
import { createKey, listKeys } from '@/lib/shop/sellers/keys/keys'
import { confirmPayTo } from '@/lib/shop/sellers/payments/payees'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { toConfirmationPort } from '../sellers'

const world = testWorld()
const site = await openTestSite()
const context = site.application.sellers
let seller: TestSeller

beforeEach(async () => {
  seller = await createTestSeller(site)
})

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
const payee = (address: string, network: string = BASE_SEPOLIA) => ({ network, address, confirmation: address })
const setPayee = (address: string, proof: string | null, of = seller, at = context) =>
  confirmPayTo(at, of.actor, payee(address), proof)
const payeeOf = async ({ actor }: TestSeller) => {
  const where = { network: BASE_SEPOLIA, seller: { accountId: actor.accountId } }
  return (await context.database.sellerPayee.findFirst({ where }))?.address
}
const refusal = { code: 'SIGNATURE_REQUIRED', confirmation: expect.anything() }

describe('a payout address', () => {
  it('is not changed by a session or a key only, and the message says what would change', async () => {
    const target = newAddress()
    const { info } = await confirmationOf(setPayee(target, null))
    expect(info).toMatchObject({ domain: new URL(site.origin).host, uri: `${site.origin}/dashboard/payees` })
    const change = `on Base Sepolia (${BASE_SEPOLIA}). Before: ${seller.payTo}. After: ${target}.`
    expect(info.statement).toBe(`Set the payout address of the shop ${seller.handle} ${change}`)
    expect(await payeeOf(seller)).toBe(seller.payTo)
  })

  it('is changed by the signature of a wallet of the account, once', async () => {
    const [target, other] = [newAddress(), newAddress()]
    const proof = await signConfirmation(seller.wallet, await confirmationOf(setPayee(target, null)))
    await setPayee(target, proof)
    expect(await payeeOf(seller)).toBe(target)
    await confirmed(seller.wallet, (next) => setPayee(seller.payTo, next))
    await expect(setPayee(target, proof)).rejects.toMatchObject(refusal)
    await expect(setPayee(other, proof)).rejects.toMatchObject(refusal)
    expect(await payeeOf(seller)).toBe(seller.payTo)
  })

  it('does not follow a signature over another address, another network, another shop or another page', async () => {
    const [target, mine] = [newAddress(), newAddress()]
    const stranger = await createTestSeller(site)
    const solana = (await generateKeyPairSigner()).address
    await testWorld().faucet({ network: SOLANA_DEVNET, address: solana, amountAtomic: 1n })
    const { confirmations } = context
    const onKeys = confirmations.ask({
      path: '/dashboard/keys',
      statement: (await confirmationOf(setPayee(target, null))).info.statement ?? '',
    })
    const signIn = issueChallenge(site.application.signIn, {
      now: new Date(),
      terms: {
        domain: new URL(site.origin).host,
        uri: `${site.origin}/api/session`,
        statement: 'Sign in to open what this wallet has bought.',
        version: '1',
        supportedChains: signInChains([BASE_SEPOLIA]),
        expirationSeconds: 300,
      },
    })
    const signedFor = [
      await confirmationOf(setPayee(mine, null)),
      await confirmationOf(confirmPayTo(context, seller.actor, payee(solana, SOLANA_DEVNET), null)),
      await confirmationOf(setPayee(target, null, stranger)),
      onKeys,
      signIn,
    ]
    for (const challenge of signedFor) {
      const proof = await signConfirmation(seller.wallet, challenge)
      await expect(setPayee(target, proof)).rejects.toMatchObject(refusal)
    }
    expect(await payeeOf(seller)).toBe(seller.payTo)
  })

  it('does not follow the signature of a wallet that is not of the account', async () => {
    const target = newAddress()
    const stranger = await createTestSeller(site)
    const proof = await signConfirmation(stranger.wallet, await confirmationOf(setPayee(target, null)))
    await expect(setPayee(target, proof)).rejects.toMatchObject(refusal)
    expect(await payeeOf(seller)).toBe(seller.payTo)
  })

  it('does not follow words that were changed under a good signature', async () => {
    const target = newAddress()
    const challenge = await confirmationOf(setPayee(target, null))
    const changes = { statement: 'Sign in.' }
    const proof = await signProof(evmSigningWallet(seller.wallet), challenge, BASE_SEPOLIA, changes)
    await expect(setPayee(target, proofHeader(proof))).rejects.toMatchObject(refusal)
    const relabelled = proofHeader({ ...proof, statement: challenge.info.statement ?? '' })
    await expect(setPayee(target, relabelled)).rejects.toMatchObject(refusal)
    expect(await payeeOf(seller)).toBe(seller.payTo)
  })

  it('does not follow a signature that is older than five minutes', async () => {
    const target = newAddress()
    const proof = await signConfirmation(seller.wallet, await confirmationOf(setPayee(target, null)))
    const at = (seconds: number): SellersContext => {
      const now = Date.now() + seconds * 1000
      const signIn = { ...site.application.signIn, clock: () => new Date(now) }
      const own = { publicOrigin: site.origin, signInNetworks: [...site.application.site.signInNetworks] }
      return { ...context, confirmations: toConfirmationPort({ ...own, signIn }) }
    }
    await expect(setPayee(target, proof, seller, at(301))).rejects.toMatchObject(refusal)
    await setPayee(target, proof, seller, at(290))
    expect(await payeeOf(seller)).toBe(target)
  })

  it('does not follow a signature whose address before is gone meanwhile', async () => {
    const [first, second] = [newAddress(), newAddress()]
    const [one, other] = await Promise.all([
      confirmationOf(setPayee(first, null)).then((challenge) => signConfirmation(seller.wallet, challenge)),
      confirmationOf(setPayee(second, null)).then((challenge) => signConfirmation(seller.wallet, challenge)),
    ])
    const ends = await Promise.allSettled([setPayee(first, one), setPayee(second, other)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await payeeOf(seller)).toBe(ends[0]?.status === 'fulfilled' ? first : second)
  })

  it('follows a Solana wallet and a contract wallet of the account too, and the latter on its own network only', async () => {
    const keyPair = await generateKeyPairSigner()
    const owner = privateKeyToAccount(generatePrivateKey())
    await world.faucet({ network: BASE_SEPOLIA, address: owner.address, amountAtomic: 0n })
    const contract = await openContractWallet(world.evmRpcUrl, owner)
    await contract.deploy()
    const link = (scope: string, address: string) =>
      linkWallet(context.database, { accountId: seller.actor.accountId, wallet: { scope, address }, now: new Date() })
    const signedBy = async (wallet: ProofWallet, chainId: string, target: string) =>
      proofHeader(await signProof(wallet, await confirmationOf(setPayee(target, null)), chainId))
    await link('svm', keyPair.address)
    const [first, second] = [newAddress(), newAddress()]
    await setPayee(first, await signedBy(svmSigningWallet(keyPair), SOLANA_DEVNET, first))
    expect(await payeeOf(seller)).toBe(first)

    await link('eip155:8453', contract.address)
    const elsewhere = await signedBy(contract.deployed, BASE_SEPOLIA, second)
    await expect(setPayee(second, elsewhere)).rejects.toMatchObject(refusal)
    await link(BASE_SEPOLIA, contract.address)
    await setPayee(second, await signedBy(contract.deployed, BASE_SEPOLIA, second))
    expect(await payeeOf(seller)).toBe(second)
  })
})

describe('a key', () => {
  const input = { name: 'Señor [1]', scopes: ['routes:write', 'routes:read'] }
  const make = (proof: string | null, change: object = {}) =>
    createKey(context, seller.actor, { ...input, ...change }, proof)

  it('is made by a signature over its name and scopes, and by no other', async () => {
    const challenge = await confirmationOf(make(null))
    expect(challenge.info.statement).toBe(
      `Make an API key of the shop ${seller.handle}. It may: routes:read, routes:write. It ends: never. Its name: Se[U+F1]or [U+5B]1]`,
    )
    const proof = await signConfirmation(seller.wallet, challenge)
    for (const change of [{ name: 'Senor' }, { scopes: ['routes:read', 'payees:write'] }]) {
      await expect(make(proof, change)).rejects.toMatchObject(refusal)
    }
    expect(await listKeys(context, seller.actor)).toEqual([])
    await make(proof)
    expect(await listKeys(context, seller.actor)).toMatchObject([{ name: 'Señor [1]' }])
  })

  it('is made once by however many copies of one signature, on however many instances', async () => {
    const proof = await signConfirmation(seller.wallet, await confirmationOf(make(null)))
    const own = { publicOrigin: site.origin, signInNetworks: [...site.application.site.signInNetworks] }
    const instances = Array.from({ length: 4 }, (): SellersContext => {
      const signIn = { ...site.application.signIn, attempts: new Map() as never }
      return { ...context, confirmations: toConfirmationPort({ ...own, signIn }) }
    })
    const copies = instances.flatMap((each) => [1, 2].map(() => createKey(each, seller.actor, input, proof)))
    const ends = await Promise.allSettled(copies)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listKeys(context, seller.actor)).toHaveLength(1)
  })
})
