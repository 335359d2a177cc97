import { type Family, familyOf } from './networks'

declare const identityBrand: unique symbol

/** The common form of an address's spellings; the only form in which addresses are compared or stored as keys. */
export type AddressIdentity = string & { readonly [identityBrand]: true }

/**
 * The identity of an address: EVM addresses are bytes, so their case is dropped; Solana's and Algorand's
 * case is part of the bytes. `network` is a family or a CAIP-2 network. Throws RangeError for any other.
 */
export function addressIdentity(network: string, address: string): AddressIdentity {
  const family = toFamily(network)
  if (!family) throw new RangeError(`Expected an EVM, Solana or Algorand network, got "${network.slice(0, 64)}".`)
  const identity = family === 'evm' ? address.toLowerCase() : address
  return identity as AddressIdentity // The family's one spelling was just taken.
}

export function isSameAddress(network: string, a: string, b: string): boolean {
  return addressIdentity(network, a) === addressIdentity(network, b)
}

/**
 * True if the text has the form of an address of that family. Checksums (EIP-55, Algorand's) are not verified here, as
 * that takes hash functions; `lib/base/chains` does where money depends on it.
 */
export function isAddress(network: string, address: string): boolean {
  switch (toFamily(network)) {
    case 'evm':
      return /^0x[0-9a-fA-F]{40}$/.test(address)
    case 'svm':
      return base58ByteLength(address, 44) === 32
    case 'avm':
      return /^[A-Z2-7]{57}[AEIMQUY4]$/.test(address)
    default:
      return false
  }
}

/** Nobody has a key of these: Solana's are its system program and its incinerator. */
const BURN_ADDRESSES: Record<Family, readonly string[]> = {
  evm: [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(36)}dead`],
  svm: ['1'.repeat(32), '1nc1nerator11111111111111111111111111111111'],
  avm: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
}

/** True for an address at which money is lost. False on a network of another family. */
export function isBurnAddress(network: string, address: string): boolean {
  const family = toFamily(network)
  return family !== null && BURN_ADDRESSES[family].includes(addressIdentity(family, address))
}

const toFamily = (network: string): Family | null =>
  network === 'evm' || network === 'svm' || network === 'avm' ? network : familyOf(network)

const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Number of bytes that a base58 text stands for, or null when it is not base58 or longer than `maxCharacters`. */
export function base58ByteLength(text: string, maxCharacters: number): number | null {
  if (text === '' || text.length > maxCharacters) return null
  let value = 0n
  for (const character of text) {
    const digit = BASE58_ALPHABET.indexOf(character)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  const leadingZeros = /^1*/.exec(text)?.[0].length ?? 0
  const significantBytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2)
  return leadingZeros + significantBytes
}

/** A wallet from the settings, and the scope of its proof: the keys of a family, or one CAIP-2 network. */
export type NamedWallet = { address: string; scopes: string[] }

/**
 * Reads an EVM or Solana address, plain or as CAIP-10; null for anything else. A key's address counts in its family;
 * CAIP-10 also names the one network where a contract wallet has that address.
 */
export function parseWalletName(text: string): NamedWallet | null {
  const [, network, named] = /^([a-z0-9]+:[^:]+):([^:]+)$/.exec(text) ?? []
  const address = named ?? text
  const family = network ? familyOf(network) : address.startsWith('0x') ? 'evm' : 'svm'
  if (family === null || family === 'avm' || !isAddress(family, address)) return null
  return { address, scopes: network ? [family, network] : [family] }
}

/**
 * A wallet whose holder has signed, and the scope of that proof. A key is its owner's on every network of its family; a
 * contract wallet only on the one CAIP-2 network where it was proven, as the same address elsewhere may be another
 * contract.
 */
export type ProvenWallet = { scope: Family | string; address: string }
