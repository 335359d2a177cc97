import { createHash } from 'node:crypto'
import { type Address, getAddressDecoder, getAddressEncoder, isOffCurveAddress } from '@solana/kit'
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { LRUCache } from 'lru-cache'

const encoder = getAddressEncoder()
const decoder = getAddressDecoder()
const MARKER = Buffer.from('ProgramDerivedAddress')
const derived = new LRUCache<string, Address>({ max: 10_000 })

/**
 * The token account that belongs to an owner and a mint, derived without waiting: kit's own derivation hashes
 * asynchronously, and reading an authorization must not. The tests hold the two equal.
 */
export function associatedTokenAddress(owner: Address, mint: Address, tokenProgram: Address): Address {
  const cacheKey = `${owner}/${mint}/${tokenProgram}`
  const known = derived.get(cacheKey)
  if (known) return known
  const address = deriveAddress([owner, tokenProgram, mint].map((seed) => encoder.encode(seed)))
  derived.set(cacheKey, address)
  return address
}

/** The first bump seed, from 255 downwards, whose hash is no point of the curve. */
function deriveAddress(seeds: readonly (ArrayLike<number> & Iterable<number>)[]): Address {
  const program = encoder.encode(ASSOCIATED_TOKEN_PROGRAM_ADDRESS)
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const seed of seeds) hash.update(Uint8Array.from(seed))
    hash.update(Uint8Array.of(bump)).update(Uint8Array.from(program)).update(MARKER)
    const candidate = decoder.decode(hash.digest())
    if (isOffCurveAddress(candidate)) return candidate
  }
  throw new Error('Expected a bump seed with an address off the curve.')
}
