import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { evmSigningWallet, proofHeader, signProof } from '@/development/testing/sign-in-proofs'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import type { TestWorld } from '@/development/testing/test-world'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { SignInExtension, SignInProof } from '@/lib/base/x402/sign-in'
import type { Outcome, Side } from './attack'

/** Proofs that only the buyer's own wallet can sign: accepting them opens nothing to others. */
const byBuyerAlone = new Set(['issued an hour ahead', 'a nonce of its own', 'another text than was offered'])

/** A buyer pays; then proofs by others, for another place or from long ago are shown, and one twice. */
export async function forgeSignIn(world: TestWorld, { target }: Side): Promise<Outcome> {
  const url = `${target.origin}/cheap`
  const buyer = await createEvmBuyer(world, 1_000_000n)
  await fetch(url, { headers: (await buyer.sign(url)).headers })
  const own = evmSigningWallet(privateKeyToAccount(buyer.key))
  const stranger = evmSigningWallet(privateKeyToAccount(generatePrivateKey()))
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const show = async (proof: SignInProof) =>
    (await fetch(url, { headers: { 'SIGN-IN-WITH-X': proofHeader(proof) } })).status === 200
  const make = async (changes: Partial<SignInProof>, wallet = own) =>
    signProof(wallet, await readChallenge(url), BASE_SEPOLIA, changes)
  const attempts: Record<string, () => Promise<SignInProof>> = {
    'a stranger’s signature': async () => ({ ...(await make({}, stranger)), address: buyer.address }),
    'made for another site': () => make({ domain: 'elsewhere.example', uri: 'http://elsewhere.example/cheap' }),
    'an hour old': () => make({ issuedAt: ago(60), expirationTime: ago(55) }),
    'issued an hour ahead': () => make({ issuedAt: ago(-60), expirationTime: ago(-65) }),
    'a nonce of its own': () => make({ nonce: 'a'.repeat(32) }),
    'another text than was offered': () => make({ statement: 'Only to look around' }),
  }
  const taken: string[] = []
  for (const [name, forge] of Object.entries(attempts)) if (await show(await forge())) taken.push(name)
  const proof = await make({})
  const isGood = await show(proof)
  if (isGood && (await show(proof))) taken.push('one proof a second time')
  return {
    leaked: taken.filter((name) => !byBuyerAlone.has(name)).length,
    unpaidRuns: 0,
    charged: 1_000_000n - (await buyer.balance()),
    lost: isGood ? 0n : 1_000n,
    said: `${taken.length} of ${Object.keys(attempts).length + 1} taken${taken.length > 0 ? `: ${taken.join(', ')}` : ''}; the buyer’s own: ${isGood ? 'taken' : 'refused'}`,
  }
}

async function readChallenge(url: string): Promise<SignInExtension> {
  const parsed = parseHeader((await fetch(url)).headers.get('payment-required') ?? '')
  const extensions = (parsed.ok ? parsed.value.extensions : {}) as Record<string, SignInExtension>
  const challenge = extensions['sign-in-with-x']
  if (!challenge) throw new Error(`${url} offers no sign-in.`)
  return challenge
}
