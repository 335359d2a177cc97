import { type Address, type Hex, hashMessage, hashTypedData, isAddress, isHex, recoverAddress, toHex } from 'viem'
import { WalletError } from './wallet-error'

/** The accounts in a wallet's answer, with the `0x` that some leave out; a locked wallet may answer with none. */
export function readAccounts(answer: unknown): Address[] {
  const list: unknown[] = Array.isArray(answer) ? answer : [answer]
  return list.flatMap((each) => {
    // The checksum of a wrongly cased address says nothing about which account it is.
    const address = withPrefix(each)?.toLowerCase()
    return address !== undefined && isAddress(address) ? [address] : []
  })
}

/** A chain id in hexadecimal, as EIP-1193 has it; wallets also answer with numbers and decimal text. */
export function readChainId(answer: unknown): unknown {
  const isReadable = typeof answer === 'number' || typeof answer === 'bigint' || typeof answer === 'string'
  const id = isReadable ? Number(answer) : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? toHex(id) : answer
}

/** The thing to be signed, and the account; null for a request that signs nothing. */
export function readSigning(method: string, params: unknown): { digest: Hex; account: string } | null {
  const [first, second] = Array.isArray(params) ? params : []
  if (method === 'personal_sign' && isHex(first)) {
    return { digest: hashMessage({ raw: first }), account: String(second) }
  }
  if (method === 'eth_signTypedData_v4' && typeof second === 'string') {
    return { digest: hashTypedData(JSON.parse(second)), account: String(first) }
  }
  return null
}

/**
 * A signature as contracts and servers take it: 65 bytes r, s, v, the lower of both s, and v 27 or 28.
 * Wallets on other signers answer with 0 or 1, with the 64 bytes of EIP-2098, with the higher s, or without `0x`. Only
 * a form that recovers to the account replaces the answer: a contract's wallet signs in bytes of its own.
 * Fails with `NO_SIGNATURE` for anything but bytes.
 */
export async function standardSignature(
  answer: unknown,
  { digest, account }: { digest: Hex; account: string },
): Promise<Hex> {
  const signature = withPrefix(answer)
  if (signature === null || signature.length < 4) throw new WalletError('NO_SIGNATURE', '', null)
  const isCompact = signature.length === 2 + 128
  if (!isCompact && signature.length !== 2 + 130) return signature
  const r = signature.slice(2, 66)
  const last = BigInt(`0x${signature.slice(66, 130)}`)
  const s = isCompact ? last & LOW_255_BITS : last
  const lower = (s > ORDER / 2n ? ORDER - s : s).toString(16).padStart(64, '0')
  for (const v of ['1b', '1c']) {
    const form: Hex = `0x${r}${lower}${v}`
    const signer = await recoverAddress({ hash: digest, signature: form }).catch(() => null)
    if (signer?.toLowerCase() === account.toLowerCase()) return form
  }
  return signature
}

const LOW_255_BITS = (1n << 255n) - 1n
/** The order of secp256k1's group. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function withPrefix(value: unknown): Hex | null {
  if (typeof value !== 'string') return null
  const text = /^0x/i.test(value) ? `0x${value.slice(2)}` : `0x${value}`
  return isHex(text, { strict: true }) && text.length % 2 === 0 ? text : null
}
