import { type Hex, type Log, toEventSelector } from 'viem'
import type { LandedSettlement, LedgerAuthorization } from '../settlement-chain'
import { amountOfAction, isChannelAction } from './channel-events'

export type EvmReceipt = {
  status: 'success' | 'reverted'
  logs: Pick<Log, 'address' | 'topics' | 'data'>[]
  fee: bigint
}

const USED = toEventSelector('AuthorizationUsed(address,bytes32)')
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

/** A token's Transfer; each proves one settlement at most. All text is lower case. */
type Transfer = { token: string; from: string; to: string; amountAtomic: bigint; isTaken: boolean }

/**
 * The outcome of each settlement in one transaction, by its own events: for EIP-3009 the token's AuthorizationUsed and
 * the transfer right behind it, for Permit2 the transfer. A batch succeeds as a transaction even when some of it
 * failed, so its status proves nothing.
 */
export function settlementsIn(receipt: EvmReceipt, wanted: LedgerAuthorization[]): LandedSettlement[] {
  const { transfers, transferOfUse } = readEvents(receipt.status === 'success' ? receipt.logs : [])
  return wanted.map(({ authorization, settleAmountAtomic }) => {
    if (isChannelAction(authorization))
      return { key: authorization.key, amountAtomic: amountOfAction(receipt, authorization) }
    const { key, asset, payer, nonce } = authorization
    const matches = (transfer: Transfer | undefined) =>
      transfer !== undefined &&
      !transfer.isTaken &&
      transfer.token === asset.toLowerCase() &&
      transfer.from === payer.toLowerCase() &&
      transfer.to === authorization.payTo.toLowerCase() &&
      transfer.amountAtomic === settleAmountAtomic
    const transfer = isEip3009Nonce(nonce) ? transferOfUse.get(keyOfUse(asset, payer, nonce)) : transfers.find(matches)
    if (!transfer || !matches(transfer)) return { key, amountAtomic: null }
    transfer.isTaken = true
    return { key, amountAtomic: settleAmountAtomic }
  })
}

/** EIP-3009 nonces are 32 bytes in hex, Permit2 nonces decimal numbers. */
export const isEip3009Nonce = (nonce: string) => nonce.startsWith('0x')

const keyOfUse = (token: string, authorizer: string, nonce: string) => `${token}/${authorizer}/${nonce}`.toLowerCase()

function readEvents(logs: EvmReceipt['logs']) {
  const transfers: Transfer[] = []
  const transferOfUse = new Map<string, Transfer>()
  const lastUse = new Map<string, string>()
  for (const { address, topics, data } of logs) {
    const token = address.toLowerCase()
    const use = lastUse.get(token)
    lastUse.delete(token)
    const [event, first, second] = topics
    if (event === USED && first && second) lastUse.set(token, keyOfUse(token, addressIn(first), second))
    if (event !== TRANSFER || !first || !second || data.length !== 66) continue
    const transfer = {
      token,
      from: addressIn(first),
      to: addressIn(second),
      amountAtomic: BigInt(data),
      isTaken: false,
    }
    transfers.push(transfer)
    if (use !== undefined) transferOfUse.set(use, transfer)
  }
  return { transfers, transferOfUse }
}

const addressIn = (topic: Hex) => `0x${topic.slice(-40).toLowerCase()}`
