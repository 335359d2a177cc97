import { type Address, getAddress } from 'viem'

/** An EVM address with the upper and lower case that EIP-55 gives it. Accepts any case; throws for anything else. */
export function checksumAddress(address: string): Address {
  return getAddress(address.toLowerCase())
}
