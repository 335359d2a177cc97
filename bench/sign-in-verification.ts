import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { createSIWxPayload, verifySIWxSignature } from '@x402/extensions/sign-in-with-x'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { checksumAddress } from '@/lib/chains/evm/checksum-address'
import { verifyMessageSignature } from '@/lib/chains/verify-message-signature'
import { signInMessageText } from '@/lib/x402/sign-in'

/**
 * Sign-in proofs verified per second on one core: ours beside the SDK's, on the same proofs, in one run.
 * Run: node --import tsx bench/sign-in-verification.ts
 */
const PROOFS = 50
const ROUND_MS = 2_000
const WANTED_RATIO = 8

type Proof = Awaited<ReturnType<typeof createSIWxPayload>>
type Signer = Parameters<typeof createSIWxPayload>[1]
type Challenge = Parameters<typeof createSIWxPayload>[0]

const chains = [
  { name: 'EVM key', chainId: 'eip155:84532', type: 'eip191', openSigner: openEvmSigner },
  {
    name: 'Solana key',
    chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    type: 'ed25519',
    openSigner: openSolanaSigner,
  },
] as const

type Chain = (typeof chains)[number]

async function openEvmSigner(): Promise<Signer> {
  return privateKeyToAccount(generatePrivateKey())
}

async function openSolanaSigner(): Promise<Signer> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(crypto.getRandomValues(new Uint8Array(32)))
  const signMessage = async (message: Uint8Array) => {
    const [signatures] = await signer.signMessages([{ content: message, signatures: {} }])
    const signature = signatures?.[signer.address]
    if (!signature) throw new Error('Expected a signature.')
    return Uint8Array.from(signature)
  }
  return { signMessage, publicKey: { toBase58: () => signer.address } } as unknown as Signer // The adapter's shape.
}

const challengeFor = ({ chainId, type }: Chain, nonce: string): Challenge => ({
  domain: 'shop.example',
  uri: 'https://shop.example/articles/1',
  statement: 'Sign in to read what you have bought.',
  version: '1',
  chainId,
  type,
  nonce,
  issuedAt: new Date().toISOString(),
  expirationTime: new Date(Date.now() + 300_000).toISOString(),
})

/** Our check of a proof, its text included, as a sign-in does it. */
const checkOurs = (proof: Proof) =>
  verifyMessageSignature({
    type: proof.type,
    chainId: proof.chainId,
    address: proof.address,
    message: signInMessageText(proof, checksumAddress),
    signature: proof.signature,
  }).then(({ valid }) => valid)

const checkStock = (proof: Proof) => verifySIWxSignature(proof).then(({ isValid }) => isValid)

async function rateOf(proofs: readonly Proof[], check: (proof: Proof) => Promise<boolean>): Promise<number> {
  let done = 0
  const start = performance.now()
  while (performance.now() - start < ROUND_MS) {
    for (const proof of proofs) {
      if (!(await check(proof))) throw new Error('Expected every proof to be accepted.')
      done++
    }
  }
  return (done * 1_000) / (performance.now() - start)
}

async function measure(chain: Chain): Promise<boolean> {
  const nonces = Array.from({ length: PROOFS }, () => crypto.randomUUID().replaceAll('-', ''))
  const proofs = await Promise.all(
    nonces.map(async (nonce) =>
      createSIWxPayload(
        challengeFor(chain, nonce),
        await chain.openSigner(),
        new URL('https://shop.example/articles/1'),
      ),
    ),
  )
  await rateOf(proofs, checkOurs) // Warm-up.
  const ours = await rateOf(proofs, checkOurs)
  const stock = await rateOf(proofs, checkStock)
  const ratio = ours / stock
  console.log(`${chain.name}: ours ${ours.toFixed(0)}/s, SDK ${stock.toFixed(0)}/s, ratio ${ratio.toFixed(1)}`)
  return ratio >= WANTED_RATIO
}

let isWithinBudget = true
for (const chain of chains) {
  if (!(await measure(chain))) isWithinBudget = false
}
console.log(isWithinBudget ? `Within the budget of ${WANTED_RATIO}x.` : `Below the budget of ${WANTED_RATIO}x.`)
process.exitCode = isWithinBudget ? 0 : 1
