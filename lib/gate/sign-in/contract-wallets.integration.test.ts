import { getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { openContractWallet, type ProofWallet, proofHeader, signProof } from '@/development/testing/sign-in-proofs'
import { openOneOwnerWallet } from '@/development/testing/smart-wallet'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { createChains } from '@/lib/base/chains/chains'
import { type SignInProof, signInChains } from '@/lib/base/x402/sign-in'
import { verifySignIn } from './check-sign-in'
import { createSignInContext } from './sign-in-context'
import { issueChallenge } from './sign-in-nonce'

const base = 'eip155:84532'
const now = new Date()
const terms = {
  domain: 'shop.example',
  uri: 'https://shop.example/weather',
  version: '1',
  supportedChains: signInChains([base, 'eip155:8453']),
  expirationSeconds: null,
}

const { client: database } = await openTestDatabase()
let signatureChecks = 0

function newContext(options: { rpcUrl?: string; isContractWalletVerified?: boolean } = {}) {
  const { rpcUrl = testWorld().evmRpcUrl, isContractWalletVerified = true } = options
  const chains = createChains({ networks: { [base]: { rpcUrls: [rpcUrl], confirmations: 1 } } })
  return createSignInContext({
    database,
    clock: () => now,
    secret: 'a secret of at least thirty-two characters',
    verifyMessageSignature: (proof) => {
      signatureChecks += 1
      return chains.verifyMessageSignature(proof)
    },
    isContractWalletVerified,
  })
}

async function openWallet() {
  const owner = privateKeyToAccount(generatePrivateKey())
  await testWorld().faucet({ network: base, address: owner.address, amountAtomic: 0n })
  return openContractWallet(testWorld().evmRpcUrl, owner)
}

async function signIn(
  wallet: ProofWallet,
  { context = newContext(), chainId = base, changes = {} as Partial<SignInProof> } = {},
) {
  const proof = await signProof(wallet, issueChallenge(context, { terms, now }), chainId)
  return verifySignIn(context, { header: proofHeader({ ...proof, ...changes }), terms })
}

it('contract wallets sign in before and after they are deployed, on the one network that vouches for them', async () => {
  const wallet = await openWallet()
  const proven = { valid: true, address: wallet.address, scope: base }
  expect(await signIn(wallet.undeployed)).toEqual(proven)
  expect(await signIn(wallet.undeployed, { changes: { signatureScheme: 'eip6492' } })).toEqual(proven)
  expect(await signIn(wallet.deployed)).toMatchObject({ valid: false })
  await wallet.deploy()
  expect(await signIn(wallet.deployed)).toEqual(proven)
  expect(await signIn(wallet.deployed, { changes: { signatureScheme: 'eip1271' } })).toEqual(proven)
})

it('contract wallets sign in with 65 bytes that no key of theirs made, without a hint, and not as a key', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  await testWorld().faucet({ network: base, address: owner.address, amountAtomic: 0n })
  const { address, signMessage } = await openOneOwnerWallet({ rpcUrl: testWorld().evmRpcUrl, attacker: owner }, owner)
  const signer = { address, signMessage: ({ message }: { message: string }) => signMessage(message) }
  expect(await signIn({ signer, type: 'eip191' })).toEqual({ valid: true, address: getAddress(address), scope: base })
  const asKey = { changes: { signatureScheme: 'eip191' } } as const
  expect(await signIn({ signer, type: 'eip191' }, asKey)).toMatchObject({ valid: false })
})

it("contract wallets do not sign in for another contract's address", async () => {
  const [wallet, other] = [await openWallet(), await openWallet()]
  await wallet.deploy()
  await other.deploy()
  const answer = await signIn(wallet.deployed, { changes: { address: other.address } })
  expect(answer).toEqual({ valid: false, error: 'signature_invalid: the signature is not by that wallet' })
})

it('contract wallets are refused unasked where no verifier is configured', async () => {
  const wallet = await openWallet()
  signatureChecks = 0
  const context = newContext({ isContractWalletVerified: false })
  expect(await signIn(wallet.undeployed, { context })).toEqual({ valid: false, error: 'contract_wallet_unsupported' })
  expect(signatureChecks).toBe(0)
})

it('contract wallets are refused on an offered chain that does not answer', async () => {
  const wallet = await openWallet()
  const answer = await signIn(wallet.undeployed, { chainId: 'eip155:8453' })
  expect(answer).toEqual({ valid: false, error: 'signature_invalid: smart wallets are not verified here' })
})
